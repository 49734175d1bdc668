import { defineMessages } from '@atrium/page-kit/messages';

export const dataText = defineMessages({
  title: 'Data',
  export: 'Export',
  exportHint: 'One JSON file, made in this browser. It contains your data only.',
  profile: 'Your profile',
  profileHint: 'Name, email and two-step verification methods, without passwords or keys',
  submit: 'Export data',
  cancel: 'Cancel',
  reading: {
    one: 'Reading your data: {count} record …',
    other: 'Reading your data: {count} records …',
  },
  saved: 'Your data is saved as {name}.',
  incomplete: 'The file has your profile only: the other parts have not loaded. Reload the page, then export again.',
  unread: 'Your data could not be read completely, so no file was saved. Check your connection, then try again.',
}, 'account.data');
