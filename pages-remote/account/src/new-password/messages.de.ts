import type { Translation } from '@atrium/page-kit/messages';
import type { strengthText } from './strength-messages.ts';
import type { updateText } from './update-messages.ts';

export const strengthGerman: Translation<typeof strengthText> = {
  resting: {
    one: 'Mindestens {count} Zeichen. Ein paar Wörter ohne Zusammenhang sind am besten.',
    other: 'Mindestens {count} Zeichen. Ein paar Wörter ohne Zusammenhang sind am besten.',
  },
  veryWeak: 'Sehr schwach.',
  weak: 'Schwach.',
  fair: 'Mittelmäßig.',
  good: 'Gut: schwer zu erraten.',
  strong: 'Stark: sehr schwer zu erraten.',
  addWords: 'Fügen Sie ein oder zwei Wörter hinzu, die nichts damit zu tun haben.',
  common: 'Es ähnelt einem Passwort, das viele verwenden. Wählen Sie ein anderes.',
  dates: 'Lassen Sie Daten und Jahreszahlen weg: Solche Zahlen werden früh ausprobiert.',
  keys: 'Tasten, die nebeneinander liegen, werden früh ausprobiert. Verwenden Sie stattdessen Wörter.',
  personal: 'Verwenden Sie weder Ihren Namen noch Ihre E-Mail-Adresse: Beides wird zuerst ausprobiert.',
  repeats: 'Wiederholte Buchstaben oder Wörter bringen wenig. Fügen Sie ein anderes Wort hinzu.',
  sequences: 'Reihen wie „abc“ oder „6543“ werden früh ausprobiert. Verwenden Sie stattdessen Wörter.',
};

export const updateGerman: Translation<typeof updateText> = {
  title: 'Ein neues Passwort wählen',
  newTitle: 'Konto einrichten',
  forAccount: 'Für {email}',
  effect: 'Beim Speichern werden Ihre anderen Geräte abgemeldet. Hier bleiben Sie angemeldet.',
  cleared: 'Wählen Sie hier das Passwort für Ihr Konto. Ein Passwort, das vor dem Bestätigen dieser Adresse in einem anderen Browser eingegeben wurde, funktioniert nicht mehr.',
  invited: 'Sie sind zu diesem Board eingeladen',
  invitedBy: '{name} lädt Sie zu diesem Board ein',
  currentPassword: 'Jetziges Passwort',
  newPassword: 'Neues Passwort',
  firstPassword: 'Passwort',
  submit: 'Passwort speichern',
  submitNew: 'Konto einrichten',
  savedTitle: 'Ihr neues Passwort ist gespeichert',
  savedNewTitle: 'Ihr Konto ist eingerichtet',
  savedAdvice: 'Verwenden Sie Ihr Passwort bei der nächsten Anmeldung.',
  goOn: 'Zu Ihrem Arbeitsbereich',
  account: 'Ihr Konto',
  goToNext: 'Weiter',
};
