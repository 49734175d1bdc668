import { addTranslations } from '@atrium/page-kit/messages';
import { homeArabic } from '../messages.ar.ts';

addTranslations({ 'shell.home': homeArabic });
