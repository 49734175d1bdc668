import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { layoutProblems } from '../../src/checks/layout-problems.ts';
import { SCREENS } from '../../src/screens/all-screens.ts';
import { holdStill, lookAs, MATRIX_LOOKS, READ_LANGUAGES } from '../../src/screens/matrix-looks.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

/** After a change of the window, popups and long lists take their places in the frames that follow. */
const settled = expect.configure({ soft: true });

for (const [area, screens] of Object.entries(SCREENS)) {
  for (const language of READ_LANGUAGES) {
    test(`every screen of ${area} in ${language} has no defects, in each width, theme and size`, async ({ screensIn }) => {
      test.setTimeout(240_000);
      for (const screen of screens) {
        await test.step(screen.name, () =>
          screensIn(language).show(screen, async ({ page, say }) => {
            // Behind a dialog it is hidden from screen readers.
            const heading = page.getByRole('heading', { level: 1, includeHidden: true });
            if (!screen.unheaded) await expect(page).toHaveTitle(say('{title} · Atrium', { title: (await heading.innerText()).trim() }));
            for (const look of MATRIX_LOOKS.filter(({ wide }) => !wide || screen.wide)) {
              const checks = look.checks[language];
              if (checks === undefined) continue;
              const what = `${screen.name} in ${language}, ${look.name}`;
              await lookAs(page, look);
              const moving = await holdStill(page);
              if (look.reducedMotion) expect.soft(moving, `motion: ${what}`).toEqual([]);
              await settled.poll(() => layoutProblems(page), { message: `places: ${what}` }).toEqual([]);
              if (checks === 'layout') continue;
              const problems = await accessibilityProblems(page, checks);
              expect.soft(problems.filter((problem) => !(screen.unheaded && problem.startsWith('page-has-heading-one'))), what).toEqual([]);
            }
          }),
        );
      }
    });
  }

  test(`all German texts of ${area} fit on the narrowest screen`, async ({ screensIn }) => {
    test.setTimeout(240_000);
    for (const screen of screens) {
      await test.step(screen.name, () =>
        screensIn('de').show(screen, async ({ page }) => {
          await lookAs(page, { width: 320, reducedMotion: true });
          await settled.poll(() => layoutProblems(page), { message: screen.name }).toEqual([]);
        }),
      );
    }
  });
}
