import type { Translation } from '@atrium/page-kit/messages';
import type { inputText } from './input-messages.ts';

export const inputGerman: Translation<typeof inputText> = {
  tooShort: {
    one: 'Wählen Sie ein Passwort mit mindestens {count} Zeichen.',
    other: 'Wählen Sie ein Passwort mit mindestens {count} Zeichen.',
  },
  tooLong: {
    one: 'Wählen Sie ein Passwort mit höchstens {count} Zeichen.',
    other: 'Wählen Sie ein Passwort mit höchstens {count} Zeichen.',
  },
  kinds: 'Verwenden Sie darin mindestens je eines davon: {kinds}.',
  lowerCase: 'Kleinbuchstaben',
  upperCase: 'Großbuchstaben',
  letters: 'Buchstaben',
  digits: 'Ziffern',
  signs: 'Zeichen wie „!“',
  these: '„{characters}“',
  common: 'Angreifer probieren dieses Passwort als Erstes, weil viele es verwenden oder weil es anderswo gestohlen wurde. Wählen Sie ein anderes.',
  weak: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes, aus mehreren Wörtern, die nichts miteinander zu tun haben.',
  address: 'Diese Adresse kann nicht verwendet werden. Prüfen Sie sie auf Tippfehler.',
  other: 'Das wurde nicht angenommen. Prüfen Sie es auf Tippfehler und versuchen Sie es dann noch einmal.',
};
