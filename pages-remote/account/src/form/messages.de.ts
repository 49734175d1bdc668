import type { Translation } from '@atrium/page-kit/messages';
import type { dialogText } from './dialog-messages.ts';
import type { formText } from './messages.ts';

export const formGerman: Translation<typeof formText> = {
  name: 'Name',
  nameHint: 'Steht auf Ihren Boards und bei Ihren Notizen.',
  email: 'E-Mail',
  password: 'Passwort',
  problem: 'Prüfen Sie diese Felder',
  retryIn: 'Sie können es in {seconds} s noch einmal versuchen.',
  logIn: 'Anmelden',
  createAccount: 'Konto anlegen',
  continueWith: 'Weiter mit {provider}',
  or: 'oder',
  forgotPassword: 'Passwort vergessen?',
  nameMissing: 'Geben Sie Ihren Namen ein.',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  emailIncomplete: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  passwordMissing: 'Geben Sie ein Passwort ein.',
};

export const dialogGerman: Translation<typeof dialogText> = {
  cancel: 'Abbrechen',
  rename: 'Umbenennen',
  renameTitle: '„{name}“ umbenennen',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  nameTooLong: 'Dieser Name ist zu lang. Wählen Sie einen kürzeren.',
  save: 'Speichern',
};
