import type { Translation } from '@atrium/page-kit/messages';
import type { message } from './messages.ts';

export const shellGerman: Translation<typeof message> = {
  'site.name': 'Atrium',
  'site.skip': 'Zum Inhalt',
  'site.navigation': 'Hauptmenü',
  'header.login': 'Anmelden',
  'header.register': 'Konto anlegen',
  'header.home': 'Start',
  'header.signInUnavailable': 'Die Anmeldung ist gerade nicht verfügbar.',
  'welcome.heading': 'Gemeinsame Boards für wichtige Notizen',
  'welcome.lead': 'Schreiben Sie eine Notiz, laden Sie die Menschen ein, die sie betrifft, und arbeiten Sie gemeinsam daran.',
  'welcome.signedInHeading': 'Hallo, {name}',
  'notFound.title': 'Seite nicht gefunden',
  'notFound.text': 'Unter dieser Adresse gibt es nichts. Vielleicht ist die Seite umgezogen, oder der Link enthält einen Tippfehler.',
  'notFound.home': 'Zur Startseite',
  'moduleUnavailable.title': '„{name}“ konnte nicht geladen werden',
  'moduleUnavailable.text': 'Etwas ist schiefgegangen. Der Rest der Website funktioniert.',
  'failure.retry': 'Noch einmal versuchen',
  'pageFailed.title': 'Auf dieser Seite ist etwas schiefgegangen',
  'pageFailed.text': 'In der Seite ist ein Fehler aufgetreten. Der Rest der Website funktioniert.',
  'pageFailed.retry': 'Seite neu anzeigen',
};
