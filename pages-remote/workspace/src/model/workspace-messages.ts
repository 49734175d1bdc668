import { defineMessages } from '@atrium/page-kit/messages';

/** Why something could not be read or changed, and what to do about it. */
export const failureText = defineMessages({
  unreachable: 'The server cannot be reached. Check your connection, then try again.',
  session: 'Your session has ended. Log in again in another tab, then try again here.',
  refused: 'You do not have access to do this. Your role on the board may have changed: ask its owner.',
  tooLong: 'The text is too long to be stored. Shorten it, then try again.',
  missing: 'The workspace is not set up in the database yet. Ask the people who run this site to apply its migrations.',
  noFunction: 'This site does not offer that yet. Ask the people who run it to deploy its functions.',
  gone: 'Someone else deleted this. Reload the page to see the current state.',
  changed: 'Someone else changed this text. Look at the current text, then try again.',
  notRestorable: 'This can no longer be restored. Reload the page to see the current state.',
  tooManyBoards: 'You have reached the maximum number of boards. Delete one that you no longer need, then try again.',
  theirTooManyBoards: 'That person has as many boards as one person can own, including deleted ones. Choose another member.',
  tooManyMembers: 'The board has as many members as it can have. Ask its owner to remove a member, then try again.',
  tooManyNotes: 'The board has as many notes as it can hold. Delete some that are done, or begin another board.',
  tooManyFiles: 'The note has as many files as it can have. Delete one that is no longer needed, then try again.',
  tooManyInvitations: 'There are too many open invitations. Cancel one that has not been accepted, then try again.',
  tooManyRequests: 'That was too often in a short time. Try again in an hour.',
  tooManyDeleted: 'You have deleted too many boards, notes or files. They are removed after 30 days: try again then, or use another board or note.',
  wrongAddress: 'That is not an email address. Correct it, then try again.',
  notMember: 'That person is not on the board. Invite them first; hand the board over once they have accepted.',
  notInvited: 'There is no invitation to this board for your address. Ask its owner to invite the address that you log in with.',
  expired: 'The invitation has expired. Ask the owner of the board for a new one.',
  fileTooLarge: 'The file is too large. A file can have {limit} MB.',
  fileType: 'Files of this type cannot be stored here. Images, PDF, Office, text, audio, video and ZIP can.',
  unknown: 'The workspace is not available at the moment. Try again in a while.',
}, 'workspace.failure');

/** Texts that several features share. */
export const workspaceText = defineMessages({
  retry: 'Try again',
  textKept: 'Your text is kept.',
  undo: 'Undo',
  cancel: 'Cancel',
  nameless: 'Unnamed member',
}, 'workspace');
