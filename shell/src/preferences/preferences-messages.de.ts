import type { Translation } from '@atrium/page-kit/messages';
import type { preferencesText } from './preferences-messages.ts';

export const preferencesGerman: Translation<typeof preferencesText> = {
  region: 'Einstellungen',
  language: 'Sprache',
  theme: 'Farben',
  system: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
};
