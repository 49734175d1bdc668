import type { Translation } from '@atrium/page-kit/messages';
import type { liveText } from './live-messages.ts';

export const liveGerman: Translation<typeof liveText> = {
  lost: 'Die Live-Verbindung ist unterbrochen: Was andere ändern, erscheint, sobald sie wieder da ist. Was Sie schreiben, wird aufgehoben und dann gesendet.',
  here: 'Gerade hier: {names}',
  alone: 'Nur Sie sind gerade hier.',
  you: 'Sie',
};
