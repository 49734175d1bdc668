import type { Translation } from '../messages/messages.ts';
import type { uiText } from './ui-messages.ts';

/** For the shell, which provides the components to all modules. */
export const uiGerman: Translation<typeof uiText> = {
  documentTitle: '{title} · Atrium',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  capsLock: 'Die Feststelltaste ist an.',
  loading: 'Lädt …',
  breadcrumb: 'Brotkrümelpfad',
};
