import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { homeText } from './messages.ts';

const homeGerman: Translation<typeof homeText> = {
  customize: 'Anpassen',
  done: 'Fertig',
  customizeHeading: 'Startseite anpassen',
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

addTranslations({ 'shell.home': homeGerman });
