import { addTranslations } from '@atrium/page-kit/messages';
import { inspectorArabic } from '../messages.ar.ts';

addTranslations({ 'shell.inspector': inspectorArabic });
