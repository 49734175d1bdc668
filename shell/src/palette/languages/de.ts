import { addTranslations } from '@atrium/page-kit/messages';
import { paletteGerman } from '../messages.de.ts';

addTranslations({ 'shell.palette': paletteGerman });
