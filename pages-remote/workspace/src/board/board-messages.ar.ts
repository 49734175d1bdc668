import type { Translation } from '@atrium/page-kit/messages';
import type { boardText } from './board-messages.ts';

export const boardArabic: Translation<typeof boardText> = {
  summary: 'الملاحظات: {notes} · المنجزة: {done} · الأشخاص: {members}',
  people: 'الأشخاص',
  export: 'تصدير',
  settings: 'الإعدادات',
  exportHeading: 'خذ اللوحة معك',
  exportAdvice: 'كل ملاحظات اللوحة كما تراها، في ملف واحد.',
  csv: 'تصدير بصيغة CSV',
  markdown: 'تصدير بصيغة Markdown',
  exported: 'تجد تصدير «\u2068{name}\u2069» بين تنزيلاتك.',
};
