import type { Translation } from '@atrium/page-kit/messages';
import type { factorText } from './factor-messages.ts';

export const factorGerman: Translation<typeof factorText> = {
  code: 'Code',
  verify: 'Bestätigen',
  fromApp: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt zeigt.',
  sending: 'Ein Code wird an {phone} gesendet …',
  sent: 'Ein Code an {phone} ist unterwegs.',
  send: 'Code senden',
  sendAnother: 'Einen neuen Code senden',
  app: 'Authenticator-App',
  phone: 'Telefon',
  yourPhone: 'Ihr Telefon',
  phoneEnding: 'Ihr Telefon mit der Endung {digits}',
  enterCode: 'Code eingeben',
  tryAgain: 'Noch einmal versuchen',
};
