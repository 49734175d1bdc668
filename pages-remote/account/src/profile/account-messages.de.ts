import type { Translation } from '@atrium/page-kit/messages';
import type { accountText } from './account-messages.ts';

export const accountGerman: Translation<typeof accountText> = {
  title: 'Ihr Konto',
  profile: 'Profil',
  submit: 'Änderungen speichern',
  saved: 'Ihre Änderungen sind gespeichert.',
  signIn: 'Wie Sie sich anmelden',
  secondFactor: 'Zweiter Faktor',
  factorOn: 'Beim Anmelden wird nach seinem Code gefragt.',
  factorOff: 'Noch keiner. Zum Anmelden genügt Ihr Passwort.',
  changeEmail: 'E-Mail-Adresse ändern',
  newPassword: 'Ein neues Passwort wählen',
  security: 'Sicherheit',
  leavingAdvice: 'Sie sehen, was dabei gelöscht wird, bevor etwas geschieht.',
  deleteAccount: 'Konto löschen',
};
