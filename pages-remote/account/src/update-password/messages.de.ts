import type { Translation } from '@atrium/page-kit/messages';
import type { updateText } from './messages.ts';

export const updateGerman: Translation<typeof updateText> = {
  title: 'Ein neues Passwort wählen',
  forAccount: 'Für {email}',
  cleared: 'Wählen Sie hier das Passwort für Ihr Konto. Ein Passwort, das vor dem Bestätigen dieser Adresse in einem anderen Browser eingegeben wurde, funktioniert nicht mehr.',
  nameHint: 'Andere sehen ihn bei dem, was Sie mit ihnen teilen.',
  currentPassword: 'Jetziges Passwort',
  newPassword: 'Neues Passwort',
  submit: 'Passwort speichern',
  savedTitle: 'Ihr neues Passwort ist gespeichert',
  savedAdvice: 'Verwenden Sie es bei der nächsten Anmeldung.',
  goOn: 'Zu Ihrem Arbeitsbereich',
  account: 'Ihr Konto',
  goToNext: 'Weiter',
};
