import type { Translation } from '@atrium/page-kit/messages';
import type { preferencesText } from './preferences-messages.ts';

export const preferencesGerman: Translation<typeof preferencesText> = {
  region: 'Einstellungen',
  language: 'Sprache',
  theme: 'Design',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
};
