import { addTranslations } from '@atrium/page-kit/messages';
import { homeGerman } from '../messages.de.ts';

addTranslations({ 'shell.home': homeGerman });
