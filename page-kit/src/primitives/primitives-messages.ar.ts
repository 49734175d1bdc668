import type { Translation } from '../messages/translation.ts';
import type { primitivesText } from './primitives-messages.ts';

/** For the shell, which has the one copy of the primitives. */
export const primitivesArabic: Translation<typeof primitivesText> = {
  close: 'إغلاق',
  clear: 'إلغاء الاختيار',
  showOptions: 'إظهار كل الخيارات',
  noOption: 'لا شيء مطابق. اكتب شيئًا آخر.',
};
