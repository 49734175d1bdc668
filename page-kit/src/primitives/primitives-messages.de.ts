import type { Translation } from '../messages/messages.ts';
import type { primitivesText } from './primitives-messages.ts';

/** For the shell, which provides the primitives to all modules. */
export const primitivesGerman: Translation<typeof primitivesText> = {
  close: 'Schließen',
  clear: 'Auswahl zurücknehmen',
  showOptions: 'Alle zeigen',
  noOption: 'Nichts passt. Geben Sie etwas anderes ein.',
};
