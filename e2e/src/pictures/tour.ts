import type { Language } from '../screens/site-texts.ts';
import type { Look } from './picture-looks.ts';

/** A picture of the README's tour. */
export interface TourStop extends Look {
  /** Name of the screen. */
  readonly screen: string;
  readonly language: Language;
}

/** The way of a new person through the site, and that of the teams; every theme, direction and width is on it. */
export const TOUR: readonly TourStop[] = [
  { screen: 'welcome', language: 'en', theme: 'light', width: 1280 },
  { screen: 'register-weak-password', language: 'en', theme: 'light', width: 320 },
  { screen: 'register-errors', language: 'de', theme: 'dark', width: 320 },
  { screen: 'security-factors', language: 'en', theme: 'dark', width: 1280 },
  { screen: 'code', language: 'en', theme: 'light', width: 320 },
  { screen: 'account', language: 'en', theme: 'light', width: 768 },
  { screen: 'boards', language: 'en', theme: 'light', width: 1280 },
  { screen: 'board', language: 'en', theme: 'light', width: 1280 },
  { screen: 'board', language: 'ar', theme: 'dark', width: 320 },
  { screen: 'board-people', language: 'de', theme: 'dark', width: 1280 },
  { screen: 'module-unavailable', language: 'en', theme: 'light', width: 320 },
  { screen: 'platform', language: 'en', theme: 'dark', width: 1280 },
];
