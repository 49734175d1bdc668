import type { Translation } from '@atrium/page-kit/messages';
import type { profileText } from './messages.ts';

export const profileGerman: Translation<typeof profileText> = {
  title: 'Ihr Konto',
  profile: 'Profil',
  submit: 'Änderungen speichern',
  saved: 'Ihre Änderungen sind gespeichert.',
  signIn: 'Anmeldung',
  secondFactor: 'Zweiter Faktor',
  factorOn: 'Aktiv: Beim Anmelden geben Sie zusätzlich einen Code ein.',
  factorOff: 'Noch keiner: Wer Ihr Passwort kennt, kann sich anmelden.',
  addFactor: 'Einen\u00a0hinzufügen',
  changeEmail: 'E-Mail-Adresse ändern',
  newPassword: 'Passwort ändern',
  security: 'Sicherheit',
  leavingAdvice: 'Bevor etwas gelöscht wird, sehen Sie, was mit dem Konto verloren geht.',
  deleteAccount: 'Konto löschen',
};
