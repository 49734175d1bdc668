import type { Translation } from '@atrium/page-kit/messages';
import type { filesText } from './files-messages.ts';

export const filesGerman: Translation<typeof filesText> = {
  label: 'Dateien zu „{title}“',
  none: 'Noch keine Dateien.',
  choose: 'Dateien hinzufügen',
  leaveOut: '{name} weglassen',
  advice: 'Bilder, PDF, Office, Text, Audio, Video und ZIP, je bis zu {limit} MB.',
  uploading: '{name} wird hochgeladen',
  uploaded: '{name} ist gespeichert.',
  notUploaded: '{name} wurde nicht gespeichert.',
  severalNotUploaded: 'Diese Dateien wurden nicht gespeichert: {names}.',
  dismiss: 'Schließen',
  download: 'Herunterladen',
  delete: 'Löschen',
  deleted: '{name} ist gelöscht.',
  restored: '{name} ist wieder da.',
  restoreRefused: '{name} wurde nicht wiederhergestellt.',
  view: '{name} ansehen',
  previous: 'Vorheriges Bild',
  next: 'Nächstes Bild',
  keysMove: 'Blättern',
  keysClose: 'Schließen',
  place: '{place} von {total}',
  broken: 'Dieses Bild lässt sich hier nicht anzeigen. Laden Sie es herunter, um es zu öffnen.',
};
