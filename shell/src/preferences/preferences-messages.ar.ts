import type { Translation } from '@atrium/page-kit/messages';
import type { preferencesText } from './preferences-messages.ts';

export const preferencesArabic: Translation<typeof preferencesText> = {
  region: 'التفضيلات',
  language: 'اللغة',
  theme: 'المظهر',
  system: 'النظام',
  light: 'فاتح',
  dark: 'داكن',
};
