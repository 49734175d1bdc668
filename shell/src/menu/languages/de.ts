import { addTranslations } from '@atrium/page-kit/messages';
import { menuGerman } from '../messages.de.ts';

addTranslations({ 'shell.menu': menuGerman });
