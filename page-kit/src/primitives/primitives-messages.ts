import { defineMessages } from '../messages/define-messages.ts';

/** Texts of the primitives themselves; all others come from the pages. */
export const primitivesText = defineMessages({
  close: 'Close',
  clear: 'Take the choice back',
  showOptions: 'Show all choices',
  noOption: 'Nothing fits. Type something else.',
}, 'primitives');
