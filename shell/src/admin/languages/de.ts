import { addTranslations } from '@atrium/page-kit/messages';
import { platformGerman } from '../platform-messages.de.ts';

addTranslations({ 'shell.platform': platformGerman });
