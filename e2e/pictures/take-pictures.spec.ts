import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile } from '../../scripts/screens/picture-name.ts';
import { picturesTaken } from '../../scripts/screens/picture-order.ts';
import { looksOf, takeLook } from '../src/pictures/picture-looks.ts';
import { standStill } from '../src/pictures/still-times.ts';
import { takeWholePicture } from '../src/pictures/take-picture.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';
import { Theatre } from '../src/screens/screen-page.ts';
import { test } from '../src/fixtures/site-test.ts';

const { folder, only } = picturesTaken();

for (const [area, screens] of Object.entries(SCREENS)) {
  const chosen = screens.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length === 0) continue;
  for (const language of LANGUAGES) {
    test(`${area}, ${language}`, async ({ browser, site, cast }) => {
      test.setTimeout(600_000);
      await mkdir(folder, { recursive: true });
      const theatre = new Theatre({ browser, site, cast, language, prepare: standStill });
      for (const screen of chosen) {
        await test.step(screen.name, () =>
          theatre.show(screen, async ({ page }) => {
            for (const look of looksOf(screen)) {
              await takeLook(page, look);
              await takeWholePicture(page, path.join(folder, pictureFile({ screen: screen.name, language, ...look })), screen);
            }
          }),
        );
      }
      await theatre.close();
    });
  }
}
