import type { Translation } from '@atrium/page-kit/messages';
import type { protectText } from './messages.ts';

export const protectGerman: Translation<typeof protectText> = {
  heading: 'Konto schützen',
  advice: 'Wer Ihr Passwort kennt, kann sich anmelden. Richten Sie einen zweiten Faktor ein, damit zum Anmelden auch ein Code von Ihrem Telefon nötig ist.',
  add: 'Zweiten Faktor hinzufügen',
};
