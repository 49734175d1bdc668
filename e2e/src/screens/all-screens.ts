import { accountScreens } from './account-screens.ts';
import { boardListScreens } from './board-list-screens.ts';
import { boardScreens } from './board-screens.ts';
import { errorScreens } from './error-screens.ts';
import { paletteScreens } from './palette-screens.ts';
import { platformScreens } from './platform-screens.ts';
import type { Screen } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Every screen of the site, by area. The areas run side by side, so the longest is first. */
export const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  workspace: [...boardListScreens, ...boardScreens],
  account: accountScreens,
  visitor: visitorScreens,
  security: securityScreens,
  palette: paletteScreens,
  errors: errorScreens,
  platform: platformScreens,
};
