import type { Translation } from '@atrium/page-kit/messages';
import type { cardText } from './messages.ts';

export const cardGerman: Translation<typeof cardText> = {
  heading: '__title__',
  signedIn: 'Sie sind als {email} angemeldet.',
};
