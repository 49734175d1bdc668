import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the dialogs that rename something of the account, or ask before an action. */
export const dialogText = defineMessages({
  cancel: 'Cancel',
  rename: 'Rename',
  renameTitle: 'Rename “{name}”',
  name: 'Name',
  nameMissing: 'Enter a name.',
  nameTooLong: 'This name is too long. Choose a shorter one.',
  save: 'Save',
}, 'account.form.dialog');
