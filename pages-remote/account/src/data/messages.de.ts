import type { Translation } from '@atrium/page-kit/messages';
import type { dataText } from './messages.ts';

export const dataGerman: Translation<typeof dataText> = {
  title: 'Daten',
  export: 'Export',
  exportHint: 'Eine ZIP-Datei, die in diesem Browser entsteht und ohne Atrium lesbar ist. Sie enthält nur Ihre Daten, ohne Passwörter und Schlüssel.',
  profile: 'Ihr Profil',
  profileHint: 'Name, E-Mail-Adresse, Bild',
  submit: 'Daten exportieren',
  reading: {
    one: 'Ihre Daten werden gelesen: {count} Eintrag …',
    other: 'Ihre Daten werden gelesen: {count} Einträge …',
  },
  readingFiles: 'Ihre Dateien werden gelesen: {done} von {total}, {size} …',
  saved: 'Ihre Daten sind als {name} gespeichert.',
  missingFiles: {
    one: 'Ihre Daten sind als {name} gespeichert, ohne {count} Datei, die nicht mehr existiert:',
    other: 'Ihre Daten sind als {name} gespeichert, ohne {count} Dateien, die nicht mehr existieren:',
  },
  incomplete: 'Die Datei enthält nur Ihr Profil: Die anderen Teile waren nicht geladen. Laden Sie die Seite neu, und exportieren Sie dann noch einmal.',
  unreadFile: '„{path}“ konnte nicht gelesen werden, deshalb wurde keine Datei gespeichert. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal, oder exportieren Sie ohne Dateien.',
  tooLarge: 'Ihre Dateien sind zu groß für eine ZIP-Datei, die höchstens 4 GB fasst. Es wurde keine Datei gespeichert. Exportieren Sie ohne Dateien.',
  unread: 'Ihre Daten konnten nicht vollständig gelesen werden, deshalb wurde keine Datei gespeichert. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
};
