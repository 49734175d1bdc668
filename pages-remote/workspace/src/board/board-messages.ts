import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the head of a board, and of its export. */
export const boardText = defineMessages({
  notes: { one: '{count} note', other: '{count} notes' },
  allDone: { one: '{count} note, done', other: '{count} notes, all done' },
  notesDone: '{notes}, {done} done',
  people: 'People',
  more: 'More',
  csv: 'Export as CSV',
  markdown: 'Export as Markdown',
  exported: 'The export of “{name}” is in your downloads.',
}, 'workspace.board');
