import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile, picturesTaken } from '../../tools/screens/pictures.ts';
import { test } from '../src/fixtures/site-test.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { applyVariant, variantsOf, stopClock, takeWholePicture } from '../src/screens/pictures.ts';
import { ScreenPage } from '../src/screens/screen-page.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';

const { folder, only } = picturesTaken();

for (const [area, screens] of Object.entries(SCREENS)) {
  const chosen = screens.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length === 0) continue;
  for (const language of LANGUAGES) {
    test(`${area}, ${language}`, async ({ browser, site, accounts }) => {
      test.setTimeout(600_000);
      await mkdir(folder, { recursive: true });
      const screenPage = new ScreenPage({ browser, site, accounts, language, prepare: stopClock });
      for (const screen of chosen) {
        await test.step(screen.name, () =>
          screenPage.show(screen, async ({ page }) => {
            for (const variant of variantsOf(screen)) {
              await applyVariant(page, variant);
              await takeWholePicture(page, path.join(folder, pictureFile({ screen: screen.name, language, ...variant })), screen);
            }
          }),
        );
      }
      await screenPage.close();
    });
  }
}
