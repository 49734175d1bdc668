import type { Translation } from '../messages/translation.ts';
import type { primitivesText } from './primitives-messages.ts';

/** For the shell, which has the one copy of the primitives. */
export const primitivesGerman: Translation<typeof primitivesText> = {
  close: 'Schließen',
  clear: 'Auswahl zurücknehmen',
  showOptions: 'Alle zeigen',
  noOption: 'Nichts passt. Geben Sie etwas anderes ein.',
};
