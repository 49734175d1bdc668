import { addTranslations } from '@atrium/page-kit/messages';
import { platformGerman } from '../messages.de.ts';

addTranslations({ 'shell.platform': platformGerman });
