import type { Translation } from '@atrium/page-kit/messages';
import type { emailCodeText } from './email-code-messages.ts';
import type { loginCodeText } from './login-code-messages.ts';
import type { loginText } from './login-messages.ts';
import type { registerText } from './register-messages.ts';
import type { resetText } from './reset-password-messages.ts';

export const loginGerman: Translation<typeof loginText> = {
  elsewhere: 'Sie wurden in einem anderen Tab abgemeldet.',
  revoked: 'Ihre Sitzung gilt nicht mehr. Melden Sie sich noch einmal an.',
  newHere: 'Neu hier?',
  withPasskey: 'Passkey verwenden',
  withCode: 'Code per E-Mail senden',
};

export const loginCodeGerman: Translation<typeof loginCodeText> = {
  title: 'Code eingeben',
  otherWays: 'Andere Wege',
  useApp: 'Authenticator-App verwenden',
  textTo: 'Code per SMS an {phone}',
  removed: 'Ihr Konto verwendet die Bestätigung in zwei Schritten nicht mehr. Melden Sie sich noch einmal an, um fortzufahren.',
  logInAgain: 'Noch einmal anmelden',
  otherAccount: 'Ein anderes Konto verwenden',
};

export const emailCodeGerman: Translation<typeof emailCodeText> = {
  title: 'Mit einem Code anmelden',
  introduction: 'Wir senden einen Code und einen Link an Ihre E-Mail-Adresse. Wenn Sie noch kein Konto haben, legen wir eines an.',
  submit: 'Code senden',
  haveCode: 'Einen Code aus einer E-Mail eingeben',
  sent: 'Eine E-Mail mit einem Code und einem Link ist unterwegs an {email}.',
  hint: 'Geben Sie die Ziffern aus der E-Mail ein.',
  again: 'Einen neuen Code senden',
  withPassword: 'Mit dem Passwort anmelden',
};

export const registerGerman: Translation<typeof registerText> = {
  haveAccount: 'Haben Sie schon ein Konto?',
  closed: 'Diese Website nimmt im Moment keine neuen Konten an. Wenn Sie eingeladen wurden, öffnen Sie den Link in der E-Mail.',
  sentTo: 'Eine E-Mail an {email} ist unterwegs. Öffnen Sie den Link darin, um Ihr Konto fertig anzulegen.',
};

export const resetGerman: Translation<typeof resetText> = {
  title: 'Passwort zurücksetzen',
  introduction: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  submit: 'Link zum Zurücksetzen senden',
  sent: 'Falls es zu {email} ein Konto gibt, ist eine E-Mail mit einem Link unterwegs.',
  back: 'Zurück zur Anmeldung',
};
