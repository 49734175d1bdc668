import type { Translation } from '@atrium/page-kit/messages';
import type { updatesText } from './messages.ts';

export const updatesGerman: Translation<typeof updatesText> = {
  newModule: 'Eine neue Version von {name} ist da.',
  newModuleUnsaved: 'Eine neue Version von {name} ist da. Sie kommt, sobald Ihre Änderungen gespeichert sind.',
  useNow: 'Jetzt verwenden',
  newSite: 'Eine neue Version der Website ist da.',
  newSiteUnsaved: 'Eine neue Version der Website ist da. Speichern Sie Ihre Änderungen und laden Sie dann neu.',
  reload: 'Neu laden',
  previous: '{name} wird in der vorigen Version gezeigt, weil die neue nicht funktioniert hat.',
  tryNew: 'Die neue versuchen',
  stillFails: '{name} funktioniert in der neuen Version noch immer nicht.',
};
