import type { Translation } from '@atrium/page-kit/messages';
import type { recoveryFailureText, recoveryText } from './messages.ts';

export const recoveryGerman: Translation<typeof recoveryText> = {
  name: 'Wiederherstellungscodes',
  missing: 'Für den Fall, dass Sie Ihr Gerät verlieren. Jeder gilt einmal.',
  left: { one: '{count} von {total} ist übrig', other: '{count} von {total} sind übrig' },
  few: { one: 'Nur noch {count} ist übrig. Erstellen Sie neue.', other: 'Nur noch {count} sind übrig. Erstellen Sie neue.' },
  usedUp: 'Alle sind verbraucht. Erstellen Sie neue.',
  create: 'Codes erstellen',
  renew: 'Neue Codes erstellen',
  remove: 'Entfernen',
  askRenewal: 'Neue Wiederherstellungscodes erstellen?',
  renewalAdvice: 'Ihre jetzigen Codes gelten dann nicht mehr.',
  askRemoval: 'Ihre Wiederherstellungscodes entfernen?',
  removalAdvice: 'Wenn Sie Ihr Gerät verlieren, brauchen Sie dann eine andere Methode, um sich anzumelden.',
  removed: 'Ihre Wiederherstellungscodes sind entfernt.',
  saveTitle: 'Wiederherstellungscodes speichern',
  saveAdvice: 'Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Gerät finden, zum Beispiel in einem Passwortmanager oder auf Papier. Sie werden nicht noch einmal angezeigt.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  saved: 'Ich habe sie gespeichert',
  fileHeading: 'Wiederherstellungscodes von {email} für Atrium',
  fileAdvice: 'Jeder Code gilt einmal, anstelle des Codes aus Ihrer Authenticator-App oder vom Telefon.',
  use: 'Wiederherstellungscode verwenden',
  field: 'Wiederherstellungscode',
  fieldHint: 'Einer der Codes, die Sie gespeichert haben. Jeder gilt einmal.',
  fieldMissing: 'Geben Sie einen Wiederherstellungscode ein.',
  verify: 'Bestätigen',
  usedOne: { one: 'Sie haben noch {count} Wiederherstellungscode.', other: 'Sie haben noch {count} Wiederherstellungscodes.' },
  usedLast: 'Das war Ihr letzter Wiederherstellungscode. Erstellen Sie neue in den Sicherheitseinstellungen.',
  noneLeft: 'Alle Ihre Wiederherstellungscodes sind verbraucht. Verwenden Sie eine andere Methode.',
};

export const recoveryFailureGerman: Translation<typeof recoveryFailureText> = {
  mfa_verification_failed: 'Dieser Code stimmt nicht oder wurde schon verwendet. Geben Sie einen anderen ein.',
  mfa_recovery_codes_locked: 'Zu viele falsche Codes. Warten Sie ein paar Minuten, oder verwenden Sie eine andere Methode.',
  mfa_recovery_codes_sole_factor: 'Fügen Sie zuerst eine Authenticator-App oder ein Telefon hinzu. Wiederherstellungscodes ersetzen sie nur.',
  mfa_recovery_codes_enroll_not_enabled: 'Diese Website gibt zurzeit keine Wiederherstellungscodes aus.',
  mfa_recovery_codes_verify_not_enabled: 'Diese Website nimmt zurzeit keine Wiederherstellungscodes an. Verwenden Sie eine andere Methode.',
  mfa_factor_not_found: 'Ihre Wiederherstellungscodes wurden entfernt. Laden Sie die Seite neu.',
};
