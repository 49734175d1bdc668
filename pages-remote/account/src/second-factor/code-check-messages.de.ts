import type { Translation } from '@atrium/page-kit/messages';
import type { codeCheckText } from './code-check-messages.ts';

export const codeCheckGerman: Translation<typeof codeCheckText> = {
  missing: 'Geben Sie den Code ein.',
  incomplete: 'Geben Sie alle Ziffern des Codes ein, und nichts anderes.',
};
