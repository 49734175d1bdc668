import type { Translation } from '@atrium/page-kit/messages';
import type { resetText } from './messages.ts';

export const resetGerman: Translation<typeof resetText> = {
  title: 'Passwort zurücksetzen',
  introduction: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  submit: 'Link zum Zurücksetzen senden',
  sent: 'Falls es zu {email} ein Konto gibt, ist eine E-Mail mit einem Link unterwegs.',
  sentAdvice: 'Es kann eine Minute dauern. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse oben.',
  back: 'Zurück zur Anmeldung',
};
