import type { Translation } from '@atrium/page-kit/messages';
import type { formText } from './form-messages.ts';

export const formGerman: Translation<typeof formText> = {
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  problem: 'Es gibt ein Problem',
  retryIn: 'Sie können es in {seconds} s noch einmal versuchen.',
  logIn: 'Anmelden',
  createAccount: 'Konto anlegen',
  forgotPassword: 'Passwort vergessen?',
};
