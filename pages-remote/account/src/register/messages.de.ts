import type { Translation } from '@atrium/page-kit/messages';
import type { registerText } from './messages.ts';

export const registerGerman: Translation<typeof registerText> = {
  haveAccount: 'Haben Sie schon ein Konto?',
  nameHint: 'Mit diesem Namen spricht die Website Sie an.',
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sentTo: 'Eine E-Mail an {email} ist unterwegs. Öffnen Sie den Link darin, um Ihr Konto fertig anzulegen.',
  sentAdvice: 'Es kann eine Minute dauern. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach.',
  otherAddress: 'Eine andere Adresse verwenden',
};
