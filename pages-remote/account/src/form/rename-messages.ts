import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the dialog that renames something of the account. */
export const renameText = defineMessages({
  rename: 'Rename',
  title: 'Rename “{name}”',
  name: 'Name',
  missing: 'Enter a name.',
  tooLong: 'This name is too long. Choose a shorter one.',
  save: 'Save',
  cancel: 'Cancel',
}, 'account.form.rename');
