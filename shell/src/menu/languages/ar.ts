import { addTranslations } from '@atrium/page-kit/messages';
import { menuArabic } from '../messages.ar.ts';

addTranslations({ 'shell.menu': menuArabic });
