import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the home page, except its heading. */
export const homeText = defineMessages({
  customize: 'Edit cards',
  done: 'Done',
  show: 'Show',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: '{title}: position {position} of {count}',
  reset: 'Reset',
  resetDone: 'All cards are shown in their original order.',
  allHidden: 'You have hidden all cards.',
  showAll: 'Show all cards',
  noCards: 'There are no cards for you yet. Pick a page to get started.',
  unavailable: 'The cards could not be loaded.',
  notSaved: 'This change is stored only on this device for now. It is saved to your account when the connection is back.',
}, 'shell.home');

/** The texts of the start page below its first button. */
export const startText = defineMessages({
  picture: 'A board with notes that several people write',
  privateTitle: 'Private until you share',
  privateText: 'A board starts with you. Only people you invite can see it, and you decide who may write.',
  liveTitle: 'Everyone on the same page',
  liveText: 'Changes appear right away, and you see who is on the board with you.',
  keyboardTitle: 'Fast from the keyboard',
  keyboardText: 'Press C for a new note and {key} for anything else. The mouse is optional.',
}, 'shell.start');
