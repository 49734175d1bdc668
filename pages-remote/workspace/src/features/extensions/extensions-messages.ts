import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of what the workspace shows in slots. */
export const extensionsText = defineMessages({
  recentHeading: 'Recent boards',
  noBoards: 'You have no boards yet. Create the first one, for yourself or to share.',
  editsHeading: 'Recently edited by others',
  noEdits: 'When someone you share a board with adds or edits a note, it appears here.',
  editedOn: '\u2068{name}\u2069 on \u2068{board}\u2069',
  formerMember: 'Former member',
  favourites: 'Favourites',
  boards: 'Boards',
  allBoards: 'All boards',
  showAll: 'Show all {count}',
  showFewer: 'Show fewer',
  openNotes: { one: '{count} open note', other: '{count} open notes' },
  newBoard: 'New board',
  yourHeading: 'Your boards',
  own: 'Boards you own',
  sharedByYou: 'Of these, shared',
  sharedWithYou: 'Shared with you',
  openBoards: 'Open the workspace',
  copyLink: 'Copy link',
  copied: 'The link to “{name}” is copied.',
  notCopied: 'The browser did not allow copying. Copy the address of this page instead.',
  exported: 'Boards, notes and files',
  exportedHint: 'Notes that you wrote, and a list of your files',
}, 'workspace.extensions');
