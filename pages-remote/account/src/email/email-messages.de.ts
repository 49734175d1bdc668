import type { Translation } from '@atrium/page-kit/messages';
import type { emailText } from './email-messages.ts';

export const emailGerman: Translation<typeof emailText> = {
  title: 'E-Mail-Adresse ändern',
  present: 'Jetzige E-Mail-Adresse',
  newEmail: 'Neue E-Mail-Adresse',
  introduction: 'Beide Postfächer, das alte und das neue, bekommen einen Link. Die Änderung gilt, sobald beide Links geöffnet wurden.',
  submit: 'E-Mail-Adresse ändern',
  same: 'Das ist schon Ihre E-Mail-Adresse.',
  taken: 'Diese Adresse kann nicht verwendet werden. Prüfen Sie sie auf Tippfehler, oder nehmen Sie eine andere.',
  sent: 'Falls {email} verwendet werden kann, ist ein Link dorthin unterwegs und ein weiterer an {present}.',
  sentAdvice: 'Öffnen Sie beide. Bis dahin melden Sie sich mit {present} an.',
  waiting: 'Noch nicht bestätigt: {email}. Öffnen Sie die Links in beiden Postfächern. Bis dahin melden Sie sich mit {present} an.',
  sendAgain: 'Links noch einmal senden',
  sentAgain: 'Die Links sind noch einmal unterwegs.',
  changed: 'Ihre E-Mail-Adresse ist jetzt {email}. Melden Sie sich das nächste Mal damit an.',
  back: 'Ihr Konto',
};
