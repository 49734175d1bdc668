import { test } from '../src/fixtures/site-test.ts';
import { SCREENS } from '../src/screens/all-screens.ts';
import { checkScreens } from '../src/screens/every-screen.ts';

for (const language of ['ar', 'de'] as const) {
  for (const [area, screens] of Object.entries(SCREENS)) {
    test(`every screen of ${area} in ${language} has no defects, in each width, theme and size`, async ({ screensIn }) => {
      test.setTimeout(240_000);
      await checkScreens(screens, screensIn(language));
    });
  }
}
