import type { Translation } from '@atrium/page-kit/messages';
import type { guardText } from './guard-messages.ts';

export const guardGerman: Translation<typeof guardText> = {
  checking: 'Ihre Anmeldung wird geprüft …',
  failedHeading: 'Ihre Anmeldung konnte nicht geprüft werden',
  failedAdvice: 'Nichts ist verloren. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
  retry: 'Noch einmal versuchen',
};
