import type { Translation } from '@atrium/page-kit/messages';
import type { clientText } from './client-messages.ts';
import type { guardText } from './guard-messages.ts';

export const clientGerman: Translation<typeof clientText> = {
  'guard.notPermittedHeading': 'Diese Seite ist nicht für Ihr Konto',
  'guard.notPermittedAdvice': 'Sie sind angemeldet, aber ohne die Berechtigung, die dafür nötig ist. Bitten Sie die Betreiber der Website darum und melden Sie sich dann neu an.',
  'again.heading': 'Noch einmal anmelden',
  'again.revoked': 'Ihre Sitzung wurde beendet: durch eine Abmeldung auf einem anderen Gerät, ein neues Passwort oder eine Änderung am Konto.',
  'again.advice': 'Melden Sie sich als {email} an, um weiterzumachen, wo Sie waren. Was Sie geschrieben haben, ist noch da.',
  'again.email': 'E-Mail',
  'again.password': 'Passwort',
  'again.logIn': 'Anmelden',
  'again.wrongPassword': 'Dieses Passwort stimmt nicht. Prüfen Sie es auf Tippfehler und versuchen Sie es dann noch einmal.',
  'again.banned': 'Dieses Konto ist gesperrt. Fragen Sie die Betreiber dieser Website.',
  'again.network': 'Es besteht keine Verbindung zum Server. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  'again.timeout': 'Der Server hat zu lange nicht geantwortet. Versuchen Sie es noch einmal.',
  'again.failed': 'Das hat nicht funktioniert. Versuchen Sie es gleich noch einmal; nichts ist verloren.',
  'again.otherAccount': 'Ein anderes Konto verwenden',
  'again.codeAdvice': 'Geben Sie den Code ein, den Ihre Authenticator-App zeigt.',
  'again.phoneAdvice': 'Geben Sie den Code ein, der an {phone} gesendet wurde.',
  'again.code': 'Code',
  'again.verify': 'Bestätigen',
  'again.newCode': 'Einen neuen Code senden',
  'again.wrongCode': 'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhr Ihres Geräts richtig geht, und geben Sie dann den neuesten Code ein.',
  'again.challengeExpired': 'Das hat zu lange gedauert, der Code gilt nicht mehr. Fordern Sie einen neuen an.',
  'again.challengeUsed': 'Auf diese Frage wurde schon ein Code eingegeben, oder Ihre Verbindung hat gewechselt. Fordern Sie einen neuen Code an.',
  'again.factorGone': 'Diesen zweiten Faktor oder die Frage nach seinem Code gibt es nicht mehr. Beginnen Sie von vorn.',
  'again.tooManyTries': 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  'again.tooManyTriesFor': {
    one: 'Zu viele Versuche. Warten Sie {count} Sekunde und versuchen Sie es dann noch einmal.',
    other: 'Zu viele Versuche. Warten Sie {count} Sekunden und versuchen Sie es dann noch einmal.',
  },
  'again.phoneNotEnabled': 'Codes per SMS gibt es hier nicht. Verwenden Sie stattdessen eine Authenticator-App.',
  'again.totpNotEnabled': 'Authenticator-Apps können hier nicht verwendet werden.',
  'stale.text': 'Die Verbindung dieser Website zu ihren Daten hat sich geändert. Laden Sie neu, um fortzufahren.',
  'stale.reload': 'Neu laden',
};

export const guardGerman: Translation<typeof guardText> = {
  checking: 'Ihre Anmeldung wird geprüft …',
  failedHeading: 'Ihre Anmeldung konnte nicht geprüft werden',
  failedAdvice: 'Nichts ist verloren. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  retry: 'Noch einmal versuchen',
};
