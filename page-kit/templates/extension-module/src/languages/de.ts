import { addTranslations } from '@atrium/page-kit/messages';
import { cardGerman } from '../card/messages.de.ts';

addTranslations({ '__name__.card': cardGerman });
