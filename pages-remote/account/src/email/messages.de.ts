import type { Translation } from '@atrium/page-kit/messages';
import type { emailText } from './messages.ts';

export const emailGerman: Translation<typeof emailText> = {
  title: 'E-Mail-Adresse ändern',
  rowHint: 'Damit melden Sie sich an, und dorthin gehen E-Mails.',
  currentEmail: 'Aktuelle E-Mail-Adresse',
  newEmail: 'Neue E-Mail-Adresse',
  introduction: 'Wir senden einen Link an die neue Adresse. Kommt auch an Ihrer aktuellen Adresse einer an, öffnen Sie beide.',
  submit: 'E-Mail-Adresse ändern',
  same: 'Das ist bereits Ihre E-Mail-Adresse.',
  taken: 'Diese Adresse kann nicht verwendet werden. Prüfen Sie sie auf Tippfehler, oder nehmen Sie eine andere.',
  present: 'Damit melden Sie sich an, bis die Änderung bestätigt ist',
  pending: 'Noch nicht bestätigt',
  waiting: 'Öffnen Sie den Link, den wir an {email} gesendet haben. Ist auch an {present} einer angekommen, öffnen Sie beide.',
  sendAgain: 'Link noch einmal senden',
  sentAgain: 'Der Link ist noch einmal unterwegs.',
  changed: 'Ihre E-Mail-Adresse ist jetzt {email}. Melden Sie sich das nächste Mal damit an.',
};
