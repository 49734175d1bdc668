import type { Translation } from '@atrium/page-kit/messages';
import type { verifyText } from './messages.ts';

export const verifyGerman: Translation<typeof verifyText> = {
  title: 'Code eingeben',
  useOther: 'Stattdessen „{name}“ verwenden',
  removed: 'Ihr Konto hat keinen zweiten Faktor mehr. Melden Sie sich noch einmal an, um fortzufahren.',
  logInAgain: 'Noch einmal anmelden',
  otherAccount: 'Ein anderes Konto verwenden',
};
