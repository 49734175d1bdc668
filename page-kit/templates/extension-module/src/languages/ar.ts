import { addTranslations } from '@atrium/page-kit/messages';
import { cardArabic } from '../card/messages.ar.ts';

addTranslations({ '__name__.card': cardArabic });
