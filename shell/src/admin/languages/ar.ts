import { addTranslations } from '@atrium/page-kit/messages';
import { platformArabic } from '../messages.ar.ts';

addTranslations({ 'shell.platform': platformArabic });
