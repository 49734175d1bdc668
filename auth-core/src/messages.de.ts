import type { Translation } from '@atrium/page-kit/messages';
import type { text } from './messages.ts';

export const authGerman: Translation<typeof text> = {
  'default.login': 'Bei der Anmeldung ist ein Fehler aufgetreten',
  'default.logout': 'Bei der Abmeldung ist ein Fehler aufgetreten',
  'default.register': 'Beim Anlegen des Kontos ist ein Fehler aufgetreten',
  'default.resetPassword': 'Beim Anfordern des Links zum Zurücksetzen des Passworts ist ein Fehler aufgetreten',
  'default.start': 'Beim Lesen Ihrer Sitzung ist ein Fehler aufgetreten',
  'default.redeemLink': 'Beim Öffnen des Links ist ein Fehler aufgetreten',
  'default.resendConfirmation': 'Beim Anfordern einer weiteren Bestätigungsmail ist ein Fehler aufgetreten',
  'default.updatePassword': 'Beim Speichern des Passworts ist ein Fehler aufgetreten',
  'default.updateEmail': 'Beim Ändern der Adresse ist ein Fehler aufgetreten',
  'default.updateProfile': 'Beim Speichern Ihres Profils ist ein Fehler aufgetreten',
  'default.deleteAccount': 'Beim Löschen Ihres Kontos ist ein Fehler aufgetreten',
  'default.readFactors': 'Beim Lesen Ihrer zweiten Faktoren ist ein Fehler aufgetreten',
  'default.enroll': 'Beim Einrichten des zweiten Faktors ist ein Fehler aufgetreten',
  'default.challenge': 'Beim Anfordern eines Codes ist ein Fehler aufgetreten',
  'default.verify': 'Beim Prüfen des Codes ist ein Fehler aufgetreten',
  'default.unenroll': 'Beim Entfernen des zweiten Faktors ist ein Fehler aufgetreten',
  'credentials.failed': 'Die Zugangsdaten der Website konnten nicht geladen werden',
  'credentials.missing': 'Die Zugangsdaten der Website zu Supabase fehlen',
  'client.secretKey': 'Die Website ist mit einem geheimen Schlüssel eingerichtet, der nie in einen Browser gelangen darf. Setzen Sie SUPABASE_KEY auf den öffentlichen Schlüssel (publishable, anon) und ersetzen Sie den geheimen.',
  'client.notLoaded': 'Ein Teil der Anmeldung konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'request.timeout': 'Der Server hat zu lange nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'link.otherBrowser': 'Dieser Link funktioniert nur in dem Browser, in dem er angefordert wurde. Öffnen Sie ihn dort, oder fordern Sie hier einen neuen an.',
  'token.unverifiable': 'Das Token konnte nicht geprüft werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
};
