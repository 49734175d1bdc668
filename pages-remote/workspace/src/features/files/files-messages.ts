import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the files of a note. */
export const filesText = defineMessages({
  label: 'Files of “{title}”',
  none: 'No files yet.',
  choose: 'Add files',
  leaveOut: 'Leave out {name}',
  advice: 'Images, PDF, Office, text, audio, video and ZIP, up to {limit} MB each.',
  uploading: 'Uploading {name}',
  uploaded: '{name} is stored.',
  notUploaded: '{name} was not stored.',
  severalNotUploaded: 'These files were not stored: {names}.',
  dismiss: 'Dismiss',
  download: 'Download',
  delete: 'Delete',
  deleted: '{name} is deleted.',
  restored: '{name} is back.',
  restoreRefused: '{name} was not restored.',
  view: 'View {name}',
  previous: 'Previous picture',
  next: 'Next picture',
  keysMove: 'Browse',
  keysClose: 'Close',
  place: '{place} of {total}',
  broken: 'This picture cannot be shown here. Download it to open it.',
}, 'workspace.files');
