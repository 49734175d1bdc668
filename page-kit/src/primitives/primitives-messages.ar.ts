import type { Translation } from '../messages/messages.ts';
import type { primitivesText } from './primitives-messages.ts';

/** For the shell, which provides the primitives to all modules. */
export const primitivesArabic: Translation<typeof primitivesText> = {
  close: 'إغلاق',
  clear: 'إلغاء الاختيار',
  showOptions: 'إظهار كل الخيارات',
  noOption: 'لا شيء مطابق. اكتب شيئًا آخر.',
};
