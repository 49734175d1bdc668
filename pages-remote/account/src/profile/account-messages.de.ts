import type { Translation } from '@atrium/page-kit/messages';
import type { accountText } from './account-messages.ts';

export const accountGerman: Translation<typeof accountText> = {
  title: 'Ihr Konto',
  profile: 'Profil',
  submit: 'Änderungen speichern',
  saved: 'Ihre Änderungen sind gespeichert.',
  signIn: 'Wie Sie sich anmelden',
  secondFactor: 'Zweiter Faktor',
  factorOn: 'Aktiv: Beim Anmelden geben Sie zusätzlich einen Code ein.',
  factorOff: 'Noch keiner: Wer Ihr Passwort kennt, kann sich anmelden.',
  addFactor: 'Einen\u00a0hinzufügen',
  changeEmail: 'E-Mail-Adresse ändern',
  newPassword: 'Ein neues Passwort wählen',
  security: 'Sicherheit',
  leavingAdvice: 'Sie sehen, was dabei gelöscht wird, bevor etwas geschieht.',
  deleteAccount: 'Konto löschen',
};
