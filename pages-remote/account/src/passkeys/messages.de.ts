import type { Translation } from '@atrium/page-kit/messages';
import type { passkeyFailureText, passkeyText } from './messages.ts';

export const passkeysGerman: Translation<typeof passkeyText> = {
  title: 'Passkeys',
  advice: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an.',
  add: 'Passkey hinzufügen',
  added: '„{name}“ ist hinzugefügt. Verwenden Sie ihn bei der nächsten Anmeldung.',
  unnamed: 'Passkey',
  unused: 'Hinzugefügt am {date}, noch nicht verwendet',
  used: 'Hinzugefügt am {date}, zuletzt verwendet am {used}',
  nameHint: 'Zum Beispiel das Gerät, auf dem er ist: „Notebook in der Arbeit“.',
  renamed: 'Der Passkey heißt jetzt „{name}“.',
  remove: 'Entfernen',
  askRemoval: '„{name}“ entfernen?',
  removalAdvice: 'Sie können sich dann nicht mehr damit anmelden. Löschen Sie ihn auch auf Ihrem Gerät, damit es ihn nicht mehr vorschlägt.',
  removed: '„{name}“ ist entfernt.',
};

export const passkeysFailureGerman: Translation<typeof passkeyFailureText> = {
  passkey_cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  passkey_exists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  passkey_unsupported: 'Passkeys funktionieren nicht in diesem Browser oder nicht unter dieser Adresse. Melden Sie sich anders an.',
  passkey_disabled: 'Diese Website nimmt zurzeit keine Passkeys an. Melden Sie sich anders an.',
  too_many_passkeys: 'Sie haben so viele Passkeys, wie diese Website erlaubt. Entfernen Sie zuerst einen.',
  webauthn_credential_exists: 'Dieser Passkey gehört schon zu einem Konto.',
  webauthn_verification_failed: 'Dieser Passkey gehört zu keinem Konto hier. Vielleicht wurde er entfernt. Melden Sie sich anders an.',
  webauthn_challenge_not_found: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  webauthn_challenge_expired: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
};
