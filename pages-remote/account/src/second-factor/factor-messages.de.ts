import type { Translation } from '@atrium/page-kit/messages';
import type { factorText } from './factor-messages.ts';

export const factorGerman: Translation<typeof factorText> = {
  code: 'Code',
  verify: 'Bestätigen',
  fromApp: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt anzeigt.',
  fromApps: 'Geben Sie die sechs Ziffern aus einer Ihrer Authenticator-Apps ein.',
  sending: 'Ein Code wird an {phone} gesendet …',
  sent: 'Ein Code wurde an {phone} geschickt.',
  send: 'Code senden',
  sendAnother: 'Neuen Code anfordern',
  anotherIn: {
    one: 'In {count} Sekunde können Sie einen neuen senden lassen.',
    other: 'In {count} Sekunden können Sie einen neuen senden lassen.',
  },
  app: 'Authenticator-App',
  phone: 'Telefon',
  yourPhone: 'Ihr Telefon',
  phoneEnding: 'Ihr Telefon mit der Endung {digits}',
  enterCode: 'Code eingeben',
  tryAgain: 'Noch einmal versuchen',
};
