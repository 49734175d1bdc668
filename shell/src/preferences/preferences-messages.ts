import { defineMessages } from '@atrium/page-kit/messages';

/** Every text about language and theme. The languages are named in themselves: who needs one can read that. */
export const preferencesText = defineMessages(
  {
    region: 'Preferences',
    language: 'Language',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  'shell.preferences',
);
