import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { homeText, startText } from './messages.ts';

const homeGerman: Translation<typeof homeText> = {
  customize: 'Karten anpassen',
  done: 'Fertig',
  show: 'Anzeigen',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  moved: '{title}: Position {position} von {count}',
  reset: 'Zurücksetzen',
  resetDone: 'Alle Karten werden in der ursprünglichen Reihenfolge angezeigt.',
  allHidden: 'Sie haben alle Karten ausgeblendet.',
  showAll: 'Alle Karten anzeigen',
  noCards: 'Für Sie gibt es noch keine Karten. Öffnen Sie eine Seite, um loszulegen.',
  unavailable: 'Die Karten konnten nicht geladen werden.',
  notSaved: 'Diese Änderung ist vorerst nur auf diesem Gerät gespeichert. Sie wird in Ihrem Konto gespeichert, sobald die Verbindung wieder da ist.',
};

const startGerman: Translation<typeof startText> = {
  picture: 'Ein Board mit Notizen, an denen mehrere Personen schreiben',
  privateTitle: 'Privat, bis Sie teilen',
  privateText: 'Ein Board gehört zuerst nur Ihnen. Nur wen Sie einladen, kann es sehen, und Sie entscheiden, wer schreiben darf.',
  liveTitle: 'Alle auf demselben Stand',
  liveText: 'Änderungen erscheinen sofort, und Sie sehen, wer gerade auf dem Board ist.',
  keyboardTitle: 'Schnell mit der Tastatur',
  keyboardText: 'C legt eine Notiz an, {key} findet alles andere. Die Maus brauchen Sie nicht.',
};

addTranslations({ 'shell.home': homeGerman, 'shell.start': startGerman });
