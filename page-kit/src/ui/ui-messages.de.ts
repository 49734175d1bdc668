import type { Translation } from '../messages/translation.ts';
import type { uiText } from './ui-messages.ts';

/** For the shell, which has the one copy of the components. */
export const uiGerman: Translation<typeof uiText> = {
  documentTitle: '{title} · Atrium',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  capsLock: 'Die Feststelltaste ist an.',
  loading: 'Lädt …',
};
