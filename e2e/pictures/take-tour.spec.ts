import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile } from '../../scripts/screens/picture-name.ts';
import { picturesTaken } from '../../scripts/screens/picture-order.ts';
import { takeLook } from '../src/pictures/picture-looks.ts';
import { standStill } from '../src/pictures/still-times.ts';
import { takePicture } from '../src/pictures/take-picture.ts';
import { TOUR } from '../src/pictures/tour.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';
import { Theatre } from '../src/screens/screen-page.ts';
import { test } from '../src/fixtures/site-test.ts';

const { folder } = picturesTaken();

for (const language of LANGUAGES) {
  test(`the tour in ${language}`, async ({ browser, site, cast }) => {
    test.setTimeout(240_000);
    await mkdir(folder, { recursive: true });
    const theatre = new Theatre({ browser, site, cast, language, prepare: standStill });
    for (const stop of TOUR.filter((one) => one.language === language)) {
      const screen = Object.values(SCREENS).flat().find(({ name }) => name === stop.screen);
      if (!screen) throw new Error(`No screen is called ${stop.screen}: see e2e/src/screens.`);
      await theatre.show(screen, async ({ page }) => {
        await takeLook(page, stop);
        // Nobody compares these: nothing of them is covered.
        await takePicture(page, { path: path.join(folder, pictureFile(stop)) });
      });
    }
    await theatre.close();
  });
}
