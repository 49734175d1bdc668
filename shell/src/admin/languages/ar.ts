import { addTranslations } from '@atrium/page-kit/messages';
import { platformArabic } from '../platform-messages.ar.ts';

addTranslations({ 'shell.platform': platformArabic });
