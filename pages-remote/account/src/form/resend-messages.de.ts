import type { Translation } from '@atrium/page-kit/messages';
import type { resendText } from './resend-messages.ts';

export const resendGerman: Translation<typeof resendText> = {
  resend: 'E-Mail noch einmal senden',
  sent: 'Falls für die Adresse noch eine Bestätigung aussteht, ist eine weitere E-Mail unterwegs.',
};
