import type { Translation } from '@atrium/page-kit/messages';
import type { mailText } from './messages.ts';

export const mailGerman: Translation<typeof mailText> = {
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sentAdvice: 'Nichts da? Sehen Sie im Spam-Ordner nach.',
  resend: 'E-Mail noch einmal senden',
  seconds: '({seconds} s)',
  wrongAddress: 'Falsche Adresse?',
  otherAddress: 'Eine andere Adresse verwenden',
  sent: 'Falls für die Adresse noch eine Bestätigung aussteht, ist eine weitere E-Mail unterwegs.',
};
