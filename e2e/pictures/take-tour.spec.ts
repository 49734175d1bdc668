import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile, picturesTaken } from '../../tools/screens/pictures.ts';
import { test } from '../src/fixtures/site-test.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { applyVariant, stopClock, takePicture, type Variant } from '../src/screens/pictures.ts';
import { ScreenPage } from '../src/screens/screen-page.ts';
import { LANGUAGES, type Language } from '../src/screens/site-texts.ts';

/** A picture of the README's tour, or of a guide. */
interface TourStop extends Variant {
  /** The name of the screen. */
  readonly screen: string;
  readonly language: Language;
}

/** The path of a new user through the site, and that of the teams. It shows each theme, text direction and width. */
const TOUR: readonly TourStop[] = [
  { screen: 'welcome', language: 'en', theme: 'light', width: 1440 },
  { screen: 'register-weak-password', language: 'en', theme: 'light', width: 390 },
  { screen: 'register-errors', language: 'de', theme: 'dark', width: 390 },
  { screen: 'security-factors', language: 'en', theme: 'dark', width: 1440 },
  { screen: 'code', language: 'en', theme: 'light', width: 390 },
  { screen: 'account', language: 'en', theme: 'light', width: 768 },
  { screen: 'boards', language: 'en', theme: 'light', width: 1440 },
  { screen: 'board', language: 'en', theme: 'light', width: 1440 },
  { screen: 'board', language: 'ar', theme: 'dark', width: 390 },
  { screen: 'board-people', language: 'de', theme: 'dark', width: 1440 },
  { screen: 'module-unavailable', language: 'en', theme: 'light', width: 390 },
  { screen: 'home-boards', language: 'en', theme: 'light', width: 1440 },
  { screen: 'palette', language: 'en', theme: 'light', width: 1440 },
  { screen: 'platform', language: 'en', theme: 'dark', width: 1440 },
  { screen: 'inspector', language: 'en', theme: 'light', width: 1440 },
];

const { folder } = picturesTaken();

for (const language of LANGUAGES) {
  test(`the tour in ${language}`, async ({ browser, site, accounts }) => {
    test.setTimeout(240_000);
    await mkdir(folder, { recursive: true });
    const screenPage = new ScreenPage({ browser, site, accounts, language, prepare: stopClock });
    for (const stop of TOUR.filter((one) => one.language === language)) {
      const screen = Object.values(SCREENS).flat().find(({ name }) => name === stop.screen);
      if (!screen) throw new Error(`No screen is called ${stop.screen}: see e2e/src/screens.`);
      await screenPage.show(screen, async ({ page }) => {
        await applyVariant(page, stop);
        // These pictures are not compared, so nothing in them is covered.
        await takePicture(page, { path: path.join(folder, pictureFile(stop)) });
      });
    }
    await screenPage.close();
  });
}
