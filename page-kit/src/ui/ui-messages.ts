import { defineMessages } from '../messages/messages.ts';

/** Texts of the components themselves. All others come from the pages. */
export const uiText = defineMessages({
  documentTitle: '{title} · Atrium',
  showPassword: 'Show',
  hidePassword: 'Hide',
  capsLock: 'Caps Lock is on.',
  loading: 'Loading…',
  breadcrumb: 'Breadcrumb',
}, 'ui');
