import type { Translation } from '@atrium/page-kit/messages';
import type { inputText } from './input-messages.ts';
import type { codeText, failureAdvice } from './messages.ts';

export const codeGerman: Translation<typeof codeText> = {
  invalid_credentials: 'E-Mail-Adresse oder Passwort ist falsch. Prüfen Sie beide auf Tippfehler, oder fordern Sie einen Link zum Zurücksetzen an.',
  email_not_confirmed: 'Diese Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
  user_already_exists: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an, oder fordern Sie einen Link zum Zurücksetzen an.',
  email_exists: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an, oder fordern Sie einen Link zum Zurücksetzen an.',
  email_address_invalid: 'Diese Adresse kann nicht verwendet werden. Prüfen Sie sie auf Tippfehler.',
  same_password: 'Das ist schon Ihr Passwort. Wählen Sie ein anderes.',
  current_password_required: 'Geben Sie auch Ihr jetziges Passwort ein, damit nur Sie es ändern können.',
  current_password_invalid: 'Das ist nicht Ihr jetziges Passwort. Prüfen Sie es auf Tippfehler und versuchen Sie es dann noch einmal.',
  signup_disabled: 'Diese Website nimmt im Moment keine neuen Konten an.',
  email_provider_disabled: 'Diese Website nimmt im Moment keine Anmeldung mit E-Mail-Adresse an.',
  email_address_not_authorized: 'Diese Website kann an diese Adresse keine E-Mails senden. Fragen Sie ihre Betreiber.',
  user_not_found: 'Ihr Konto wurde gelöscht. Sie sind deshalb abgemeldet.',
  user_banned: 'Dieses Konto ist gesperrt. Fragen Sie die Betreiber dieser Website.',
  over_email_send_rate_limit: 'Es wurden zu viele E-Mails angefordert. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  over_request_rate_limit: 'Zu viele Versuche in kurzer Zeit. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  session_not_found: 'Ihre Sitzung ist zu Ende. Melden Sie sich noch einmal an und wiederholen Sie dann, was Sie vorhatten.',
  session_expired: 'Ihre Sitzung ist zu Ende. Melden Sie sich noch einmal an und wiederholen Sie dann, was Sie vorhatten.',
  reauthentication_needed: 'Ihre Anmeldung liegt dafür zu lange zurück. Fordern Sie stattdessen einen Link zum Zurücksetzen an.',
  network: 'Es besteht keine Verbindung zum Server. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  timeout: 'Der Server hat zu lange nicht geantwortet. Versuchen Sie es noch einmal.',
};

export const failureAdviceGerman: Translation<typeof failureAdvice> = {
  withAdvice: '{message} – versuchen Sie es gleich noch einmal.',
  tooMany: 'Zu viele Versuche in kurzer Zeit. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  refused: 'Der Server hat das nicht angenommen. Prüfen Sie Ihre Eingaben und versuchen Sie es dann noch einmal.',
  serverError: 'Der Server hat gerade Schwierigkeiten. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  defect: 'Auf dieser Seite ist etwas schiefgegangen. Versuchen Sie es noch einmal; hilft das nicht, laden Sie die Seite neu.',
};

export const inputGerman: Translation<typeof inputText> = {
  tooShort: {
    one: 'Wählen Sie ein Passwort mit mindestens {count} Zeichen.',
    other: 'Wählen Sie ein Passwort mit mindestens {count} Zeichen.',
  },
  tooLong: {
    one: 'Wählen Sie ein Passwort mit höchstens {count} Zeichen.',
    other: 'Wählen Sie ein Passwort mit höchstens {count} Zeichen.',
  },
  kinds: 'Verwenden Sie darin mindestens je eines davon: {kinds}.',
  lowerCase: 'Kleinbuchstaben',
  upperCase: 'Großbuchstaben',
  letters: 'Buchstaben',
  digits: 'Ziffern',
  signs: 'Zeichen wie „!“',
  these: '„{characters}“',
  common: 'Angreifer probieren dieses Passwort als Erstes, weil viele es verwenden oder weil es anderswo gestohlen wurde. Wählen Sie ein anderes.',
  weak: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes, aus mehreren Wörtern, die nichts miteinander zu tun haben.',
  address: 'Diese Adresse kann nicht verwendet werden. Prüfen Sie sie auf Tippfehler.',
  other: 'Das wurde nicht angenommen. Prüfen Sie es auf Tippfehler und versuchen Sie es dann noch einmal.',
};
