import type { Translation } from '@atrium/page-kit/messages';
import type { boardText } from './board-messages.ts';

export const boardGerman: Translation<typeof boardText> = {
  notes: {
    one: '{count} Notiz',
    other: '{count} Notizen',
  },
  allDone: { one: '{count} Notiz, erledigt', other: '{count} Notizen, alle erledigt' },
  notesDone: '{notes}, {done} erledigt',
  people: 'Personen',
  more: 'Mehr',
  csv: 'Als CSV exportieren',
  markdown: 'Als Markdown exportieren',
  exported: 'Der Export von „{name}“ liegt in Ihren Downloads.',
};
