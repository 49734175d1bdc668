import type { Translation } from '@atrium/page-kit/messages';
import type { boardText } from './board-messages.ts';

export const boardArabic: Translation<typeof boardText> = {
  notes: {
    zero: 'لا ملاحظات',
    one: 'ملاحظة واحدة',
    two: 'ملاحظتان',
    few: '{count} ملاحظات',
    many: '{count} ملاحظة',
    other: '{count} ملاحظة',
  },
  allDone: {
    zero: 'لا ملاحظات',
    one: 'ملاحظة واحدة، منجزة',
    two: 'ملاحظتان، منجزتان',
    few: '{count} ملاحظات، كلها منجزة',
    many: '{count} ملاحظة، كلها منجزة',
    other: '{count} ملاحظة، كلها منجزة',
  },
  notesDone: '{notes}، المنجزة: {done}',
  people: 'الأشخاص',
  more: 'المزيد',
  csv: 'تصدير بصيغة CSV',
  markdown: 'تصدير بصيغة Markdown',
  exported: 'تجد تصدير «\u2068{name}\u2069» بين تنزيلاتك.',
};
