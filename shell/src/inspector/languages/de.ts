import { addTranslations } from '@atrium/page-kit/messages';
import { inspectorGerman } from '../messages.de.ts';

addTranslations({ 'shell.inspector': inspectorGerman });
