import type { Translation } from '@atrium/page-kit/messages';
import type { confirmText } from './confirm-messages.ts';

export const confirmGerman: Translation<typeof confirmText> = {
  continue: 'Weiter',
  titleRecovery: 'Passwort zurücksetzen',
  titleEmailChange: 'E-Mail-Adresse ändern',
  titleOther: 'E-Mail-Adresse bestätigen',
  adviceRecovery: 'Drücken Sie auf „Weiter“, um ein neues Passwort zu wählen.',
  adviceEmailChange: 'Drücken Sie auf „Weiter“, um zu bestätigen, dass dieses Postfach Ihnen gehört.',
  adviceOther: 'Drücken Sie auf „Weiter“, um zu bestätigen, dass die E-Mail bei Ihnen angekommen ist. Danach sind Sie angemeldet.',
  maybeOtherAccount: 'Sie sind als {email} angemeldet. Gehört dieser Link zu einem anderen Konto, meldet „Weiter“ Sie ab und öffnet jenes Konto.',
  otherAccount: 'Sie sind als {email} angemeldet. „Weiter“ meldet Sie ab und öffnet das Konto {other}.',
  deadTitle: 'Dieser Link funktioniert nicht mehr',
  deadExplanation: 'Links gelten nur einmal und nur eine Zeit lang. Dieser wurde schon verwendet, ist zu alt oder wurde durch einen neueren ersetzt.',
  otherBrowser: 'Dieser Link funktioniert einmal, und nur in dem Browser, in dem er angefordert wurde. Öffnen Sie ihn dort, oder fordern Sie hier einen neuen an.',
  missingTitle: 'Hier ist kein Link',
  missingExplanation: 'Öffnen Sie den Link in der E-Mail noch einmal: Vielleicht wurde er abgeschnitten, oder diese Seite wurde neu geladen.',
  maybeConfirmed: 'Wenn Sie den Link schon einmal geöffnet haben, ist Ihre Adresse bestätigt und Sie können sich anmelden. Wird Ihr Passwort nicht angenommen, setzen Sie es dort zurück.',
  newResetLink: 'Einen neuen Link zum Zurücksetzen anfordern',
  maybeChanged: 'Wenn Sie schon einen Link geöffnet haben, ist Ihre E-Mail-Adresse vielleicht bereits geändert. Die nächste Seite zeigt, welche jetzt gilt.',
  newChange: 'Die Änderung noch einmal anfordern',
  halfTitle: 'Noch ein Link ist zu öffnen',
  halfAdvice: 'Dieses Postfach ist bestätigt. Auch an die andere Adresse wurde ein Link gesendet: Öffnen Sie ihn ebenfalls, dann ist Ihre E-Mail-Adresse geändert.',
  account: 'Ihr Konto',
  newConfirmation: 'Oder lassen Sie sich einen neuen Link senden:',
  send: 'Neuen Link senden',
  sent: 'Falls für {email} noch eine Bestätigung aussteht, ist ein neuer Link unterwegs.',
};
