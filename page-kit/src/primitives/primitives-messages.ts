import { defineMessages } from '../messages/messages.ts';

/** Texts of the primitives themselves. All others come from the pages. */
export const primitivesText = defineMessages({
  close: 'Close',
  clear: 'Take the choice back',
  showOptions: 'Show all choices',
  noOption: 'Nothing fits. Type something else.',
}, 'primitives');
