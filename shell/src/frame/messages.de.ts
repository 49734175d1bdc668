import type { Translation } from '@atrium/page-kit/messages';
import type { frameText } from './messages.ts';

export const frameGerman: Translation<typeof frameText> = {
  'toast.dismiss': 'Schließen',
  'toast.loggedOut': 'Sie sind abgemeldet.',
  'toast.logOutFailed': 'Beim Abmelden ist ein Fehler aufgetreten. In diesem Browser sind Sie abgemeldet, aber der Dienst hat die Sitzung vielleicht nicht beendet.',
  'toast.accountDeleted': 'Ihr Konto wurde gelöscht. Sie sind deshalb abgemeldet.',
  'toast.register': 'Neues Konto anlegen',
  'toast.commandFailed': '„{command}“ hat nicht funktioniert. Versuchen Sie es noch einmal.',
  'toast.searchNotLoaded': 'Die Suche wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'toast.inspectorNotLoaded': 'Der Inspektor wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'preferences.region': 'Einstellungen',
  'preferences.language': 'Sprache',
  'preferences.theme': 'Design',
  'preferences.system': 'System',
  'preferences.light': 'Hell',
  'preferences.dark': 'Dunkel',
  search: 'Suchen',
  controlKey: 'Strg',
  'menu.allPages': 'Alle Seiten',
  'menu.failed': 'Das Menü wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'userMenu.shortcuts': 'Tastenkürzel',
  'userMenu.logOut': 'Abmelden',
};
