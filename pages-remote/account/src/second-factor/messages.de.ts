import type { Translation } from '@atrium/page-kit/messages';
import type { factorFailureText, factorText } from './messages.ts';
import type { protectText } from './protect-account.tsx';

export const factorGerman: Translation<typeof factorText> = {
  code: 'Code',
  verify: 'Bestätigen',
  fromApp: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt anzeigt.',
  fromApps: 'Geben Sie die sechs Ziffern aus einer Ihrer Authenticator-Apps ein.',
  sending: 'Ein Code wird an {phone} gesendet …',
  sent: 'Ein Code wurde an {phone} geschickt.',
  send: 'Code senden',
  sendAnother: 'Neuen Code anfordern',
  anotherIn: {
    one: 'In {count} Sekunde können Sie einen neuen senden lassen.',
    other: 'In {count} Sekunden können Sie einen neuen senden lassen.',
  },
  app: 'Authenticator-App',
  phone: 'Telefon',
  yourPhone: 'Ihr Telefon',
  phoneEnding: 'Ihr Telefon mit der Endung {digits}',
  enterCode: 'Code eingeben',
  tryAgain: 'Noch einmal versuchen',
  codeMissing: 'Geben Sie den Code ein.',
  codeIncomplete: 'Geben Sie alle Ziffern des Codes ein, und nichts anderes.',
};

export const factorFailureGerman: Translation<typeof factorFailureText> = {
  mfa_verification_failed: 'Dieser Code stimmt nicht oder ist zu alt. Geben Sie den aktuell angezeigten Code ein.',
  mfa_challenge_expired: 'Dieser Code ist zu alt. Lassen Sie sich einen neuen senden und geben Sie ihn ein.',
  otp_expired: 'Dieser Code ist falsch oder zu alt. Lassen Sie sich einen neuen senden und geben Sie ihn ein.',
  mfa_ip_address_mismatch: 'Ihre Verbindung hat gewechselt, oder dieser Code wurde schon verwendet. Holen Sie sich einen neuen Code und geben Sie ihn ein.',
  mfa_verification_rejected: 'Diese Website hat den Code abgelehnt und Ihre Sitzung beendet. Melden Sie sich noch einmal an.',
  mfa_factor_not_found: 'Diese Methode wurde entfernt. Laden Sie die Seite neu.',
  mfa_verified_factor_exists: 'Diese Nummer ist schon in Ihrer Liste.',
  too_many_enrolled_mfa_factors: 'Sie haben schon so viele Methoden, wie diese Website erlaubt. Entfernen Sie zuerst eine.',
  mfa_phone_enroll_not_enabled: 'Diese Website sendet keine Codes an Telefone. Fügen Sie stattdessen eine Authenticator-App hinzu.',
  mfa_phone_verify_not_enabled: 'Diese Website sendet im Moment keine Codes an Telefone. Verwenden Sie eine andere Methode.',
  mfa_totp_enroll_not_enabled: 'Diese Website nimmt im Moment keine Authenticator-Apps an.',
  mfa_totp_verify_not_enabled: 'Diese Website nimmt im Moment keine Codes aus Apps an. Verwenden Sie eine andere Methode.',
  over_sms_send_rate_limit: 'Gerade erst wurde ein Code gesendet. Warten Sie etwas und fordern Sie dann einen neuen an.',
  sms_send_failed: 'Die Nachricht konnte nicht gesendet werden. Versuchen Sie es gleich noch einmal, oder verwenden Sie eine andere Methode.',
  insufficient_aal: 'Geben Sie dafür zuerst den Code der Bestätigung in zwei Schritten ein.',
};

export const protectGerman: Translation<typeof protectText> = {
  heading: 'Konto schützen',
  advice: 'Bisher genügt Ihr Passwort. Mit der Bestätigung in zwei Schritten ist auch ein Code nötig.',
  add: 'Bestätigung einschalten',
  addPasskey: 'Passkey hinzufügen',
  password: 'Passwort',
  factor: 'Bestätigung in zwei Schritten',
  on: 'ein',
  off: 'aus',
};
