import type { Translation } from '@atrium/page-kit/messages';
import type { extensionsText } from './extensions-messages.ts';

export const extensionsGerman: Translation<typeof extensionsText> = {
  recentHeading: 'Zuletzt geänderte Boards',
  noBoards: 'Sie haben noch keine Boards. Legen Sie das erste an, für sich oder für mehrere.',
  editsHeading: 'Zuletzt von anderen bearbeitet',
  noEdits: 'Hier erscheinen Notizen, die andere auf gemeinsamen Boards schreiben oder bearbeiten.',
  editedOn: '\u2068{name}\u2069 auf \u2068{board}\u2069',
  formerMember: 'Jemand, der nicht mehr dabei ist',
  favourites: 'Favoriten',
  boards: 'Boards',
  allBoards: 'Alle Boards',
  showAll: 'Alle {count} anzeigen',
  showFewer: 'Weniger anzeigen',
  openNotes: { one: '{count} offene Notiz', other: '{count} offene Notizen' },
  newBoard: 'Neues Board',
  yourHeading: 'Ihre Boards',
  own: 'Eigene Boards',
  sharedByYou: 'Davon geteilt',
  sharedWithYou: 'Mit Ihnen geteilt',
  openBoards: 'Arbeitsbereich öffnen',
  copyLink: 'Link kopieren',
  copied: 'Der Link zu „{name}“ ist kopiert.',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Kopieren Sie stattdessen die Adresse dieser Seite.',
  exported: 'Boards, Notizen und Dateien',
  exportedHint: 'Notizen von Ihnen und eine Liste Ihrer Dateien',
};
