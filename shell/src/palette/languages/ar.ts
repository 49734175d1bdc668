import { addTranslations } from '@atrium/page-kit/messages';
import { paletteArabic } from '../messages.ar.ts';

addTranslations({ 'shell.palette': paletteArabic });
