import type { Translation } from '@atrium/page-kit/messages';
import type { fieldCheckText } from './field-check-messages.ts';

export const fieldCheckArabic: Translation<typeof fieldCheckText> = {
  nameMissing: 'أدخل اسمك.',
  emailMissing: 'أدخل عنوان بريدك الإلكتروني.',
  emailIncomplete: 'أدخل عنوان بريد إلكتروني كاملًا، مثل \u2068ada@example.com\u2069.',
  passwordMissing: 'أدخل كلمة مرور.',
};
