import { defineMessages } from '@atrium/page-kit/messages';

export const dataText = defineMessages({
  title: 'Data',
  export: 'Export',
  exportHint: 'One ZIP file, made in this browser and readable without Atrium. It contains your data only, without passwords or keys.',
  profile: 'Your profile',
  profileHint: 'Name, email, picture',
  submit: 'Export data',
  reading: {
    one: 'Reading your data: {count} record …',
    other: 'Reading your data: {count} records …',
  },
  readingFiles: 'Reading your files: {done} of {total}, {size} …',
  saved: 'Your data is saved as {name}.',
  missingFiles: {
    one: 'Your data is saved as {name}, without {count} file that no longer exists:',
    other: 'Your data is saved as {name}, without {count} files that no longer exist:',
  },
  incomplete: 'The file has your profile only: the other parts have not loaded. Reload the page, then export again.',
  unreadFile: '“{path}” could not be read, so no file was saved. Check your connection, then try again, or export without files.',
  tooLarge: 'Your files are too large for one ZIP file, which can hold 4 GB. No file was saved. Export without files.',
  unread: 'Your data could not be read completely, so no file was saved. Check your connection, then try again.',
}, 'account.data');
