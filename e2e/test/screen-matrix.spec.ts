import { accessibilityProblems } from '../src/accessibility.ts';
import { layoutProblems } from '../src/layout-problems.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { holdStill, lookAs, MATRIX_LOOKS, moving } from '../src/screens/matrix-looks.ts';
import { test, Theatre } from '../src/screens/theatre.ts';
import { expect } from '../src/site-test.ts';

/** One language of each direction; the longest words are looked at for their places alone. */
const READ = ['en', 'ar'] as const;

/** After a change of the window, popups and long lists take their places in the frames that follow. */
const settled = expect.configure({ soft: true });

for (const [area, screens] of Object.entries(SCREENS)) {
  for (const language of READ) {
    test(`every screen of ${area} is sound in ${language}, in every width, light, size and colour`, async ({ browser, site, cast }) => {
      test.setTimeout(240_000);
      const theatre = new Theatre({ browser, site, cast, language });
      for (const screen of screens) {
        await test.step(screen.name, () =>
          theatre.show(screen, async ({ page, say }) => {
            // Behind a dialog it is hidden from screen readers.
            const heading = page.getByRole('heading', { level: 1, includeHidden: true });
            if (!screen.unheaded) await expect(page).toHaveTitle(say('{title} · Atrium', { title: (await heading.innerText()).trim() }));
            for (const look of MATRIX_LOOKS.filter(({ wide }) => !wide || screen.wide)) {
              const what = `${screen.name} in ${language}, ${look.name}`;
              await lookAs(page, look);
              if (look.reducedMotion) expect.soft(await moving(page), `motion: ${what}`).toEqual([]);
              await holdStill(page);
              await settled.poll(() => layoutProblems(page), { message: `places: ${what}` }).toEqual([]);
              if (language !== 'en' && !look.bothWays) continue;
              const problems = await accessibilityProblems(page);
              expect.soft(problems.filter((problem) => !(screen.unheaded && problem.startsWith('page-has-heading-one'))), what).toEqual([]);
            }
          }),
        );
      }
      await theatre.close();
    });
  }

  test(`every word of ${area} has its place in German on the narrowest screen`, async ({ browser, site, cast }) => {
    test.setTimeout(240_000);
    const theatre = new Theatre({ browser, site, cast, language: 'de' });
    for (const screen of screens) {
      await test.step(screen.name, () =>
        theatre.show(screen, async ({ page }) => {
          await lookAs(page, { name: 'narrow', width: 320, reducedMotion: true });
          await settled.poll(() => layoutProblems(page), { message: screen.name }).toEqual([]);
        }),
      );
    }
    await theatre.close();
  });
}
