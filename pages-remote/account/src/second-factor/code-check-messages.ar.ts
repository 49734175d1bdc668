import type { Translation } from '@atrium/page-kit/messages';
import type { codeCheckText } from './code-check-messages.ts';

export const codeCheckArabic: Translation<typeof codeCheckText> = {
  missing: 'أدخل الرمز.',
  incomplete: 'أدخل كل أرقام الرمز ولا شيء غيرها.',
};
