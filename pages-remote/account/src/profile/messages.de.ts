import type { Translation } from '@atrium/page-kit/messages';
import type { pictureText, preferencesText, profileText } from './messages.ts';

export const profileGerman: Translation<typeof profileText> = {
  title: 'Ihr Konto',
  picture: 'Bild',
  submit: 'Speichern',
  saved: 'Ihre Änderungen sind gespeichert.',
};

export const preferencesGerman: Translation<typeof preferencesText> = {
  language: 'Sprache',
  theme: 'Design',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  shortcuts: 'Tastenkürzel',
  singleKeys: 'Einzelne Tasten, etwa ? für eine Liste aller Kürzel',
  thisBrowser: 'Sprache, Design und Tastenkürzel gelten in diesem Browser.',
};

export const pictureGerman: Translation<typeof pictureText> = {
  choose: 'Bild auswählen',
  change: 'Bild ändern',
  hint: 'PNG, JPEG oder WebP bis {limit} MB. Es wird quadratisch zugeschnitten. Alle, mit denen Sie ein Board teilen, sehen es.',
  preview: 'Das Bild, das Sie ausgewählt haben',
  present: 'Ihr Bild',
  remove: 'Bild entfernen',
  sending: 'Ihr Bild wird hochgeladen',
  tryAgain: 'Noch einmal versuchen',
  saved: 'Ihr Bild ist gespeichert.',
  removed: 'Ihr Bild ist entfernt.',
  unread: 'Ihr Bild konnte nicht geladen werden. Sie können trotzdem ein anderes auswählen.',
  tooLarge: 'Diese Datei hat {size} MB, das ist zu viel. Wählen Sie ein Bild bis {limit} MB, oder verkleinern Sie dieses.',
  tooLargeThere: 'Der Server nimmt Bilder bis {limit} MB an. Wählen Sie ein anderes, oder verkleinern Sie dieses.',
  drawing: 'Das ist eine SVG-Datei, die ein Programm enthalten kann. Wählen Sie ein Bild als PNG, JPEG oder WebP.',
  type: 'Das ist kein Bild als PNG, JPEG oder WebP. Wählen Sie eines davon.',
  broken: 'Dieses Bild lässt sich nicht anzeigen: Die Datei scheint beschädigt zu sein. Wählen Sie ein anderes.',
  offline: 'Es besteht keine Verbindung zum Server. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  refused: 'Die Website hat das von Ihnen nicht angenommen. Laden Sie die Seite neu, melden Sie sich an, wenn danach gefragt wird, und versuchen Sie es dann noch einmal.',
  serverError: 'Der Server hat gerade Schwierigkeiten. Versuchen Sie es gleich noch einmal.',
};
