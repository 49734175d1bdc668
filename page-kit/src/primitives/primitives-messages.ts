import { defineMessages } from '../messages/messages.ts';

/** Texts of the primitives themselves. All others come from the pages. */
export const primitivesText = defineMessages({
  close: 'Close',
  clear: 'Clear selection',
  showOptions: 'Show all choices',
  noOption: 'No results. Try another search.',
}, 'primitives');
