import type { Translation } from '@atrium/page-kit/messages';
import type { fieldCheckText } from './field-check-messages.ts';

export const fieldCheckGerman: Translation<typeof fieldCheckText> = {
  nameMissing: 'Geben Sie Ihren Namen ein.',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  emailIncomplete: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  passwordMissing: 'Geben Sie ein Passwort ein.',
};
