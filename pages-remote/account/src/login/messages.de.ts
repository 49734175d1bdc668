import type { Translation } from '@atrium/page-kit/messages';
import type { loginText } from './messages.ts';

export const loginGerman: Translation<typeof loginText> = {
  elsewhere: 'Sie wurden in einem anderen Tab abgemeldet.',
  revoked: 'Ihre Sitzung gilt nicht mehr. Melden Sie sich noch einmal an.',
  newHere: 'Neu hier?',
};
