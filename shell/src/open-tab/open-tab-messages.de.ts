import type { Translation } from '@atrium/page-kit/messages';
import type { openTabText } from './open-tab-messages.ts';

export const openTabGerman: Translation<typeof openTabText> = {
  newModule: 'Eine neue Version von {name} ist da.',
  newModuleUnsaved: 'Eine neue Version von {name} ist da. Sie kommt, sobald Ihre Änderungen gespeichert sind.',
  useNow: 'Jetzt verwenden',
  newSite: 'Eine neue Version der Website ist da.',
  newSiteUnsaved: 'Eine neue Version der Website ist da. Speichern Sie Ihre Änderungen und laden Sie dann neu.',
  reload: 'Neu laden',
  previous: '{name} wird in der vorigen Version gezeigt, weil die neue nicht funktioniert hat.',
  tryNew: 'Die neue versuchen',
  loggedOut: 'Sie sind abgemeldet.',
  logOutFailed: 'Beim Abmelden ist ein Fehler aufgetreten. In diesem Browser sind Sie abgemeldet, aber der Dienst hat die Sitzung vielleicht nicht beendet.',
  accountDeleted: 'Ihr Konto wurde gelöscht. Sie sind deshalb abgemeldet.',
  register: 'Neues Konto anlegen',
  dismiss: 'Schließen',
};
