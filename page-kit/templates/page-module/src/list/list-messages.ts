import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the list and its form. */
export const listText = defineMessages({
  title: '__title__',
  empty: 'Nothing is here yet. Add the first one.',
  tryAgain: 'Try again',
  addHeading: 'Add one',
  fieldTitle: 'Title',
  fieldNote: 'Note',
  add: 'Add',
  added: '“{title}” was added.',
  noTitle: 'Give it a title.',
  tooLong: 'Shorten this to {most} characters.',
});
