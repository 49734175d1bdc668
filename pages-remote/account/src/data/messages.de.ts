import type { Translation } from '@atrium/page-kit/messages';
import type { dataText } from './messages.ts';

export const dataGerman: Translation<typeof dataText> = {
  title: 'Daten',
  export: 'Export',
  exportHint: 'Eine JSON-Datei, die in diesem Browser entsteht. Sie enthält nur Ihre Daten.',
  profile: 'Ihr Profil',
  profileHint: 'Name, E-Mail-Adresse und Bestätigungsmethoden, ohne Passwörter und Schlüssel',
  submit: 'Daten exportieren',
  cancel: 'Abbrechen',
  reading: {
    one: 'Ihre Daten werden gelesen: {count} Eintrag …',
    other: 'Ihre Daten werden gelesen: {count} Einträge …',
  },
  saved: 'Ihre Daten sind als {name} gespeichert.',
  incomplete: 'Die Datei enthält nur Ihr Profil: Die anderen Teile waren nicht geladen. Laden Sie die Seite neu, und exportieren Sie dann noch einmal.',
  unread: 'Ihre Daten konnten nicht vollständig gelesen werden, deshalb wurde keine Datei gespeichert. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
};
