import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesGerman } from '@atrium/page-kit/primitives/de';
import { uiGerman } from '@atrium/page-kit/ui/de';
import { frameGerman } from '../frame/messages.de.ts';
import { previewGerman } from '../preview/messages.de.ts';
import { shellGerman } from '../texts/messages.de.ts';
import { updatesGerman } from '../updates/messages.de.ts';

addTranslations({
  ui: uiGerman,
  primitives: primitivesGerman,
  shell: shellGerman,
  'shell.frame': frameGerman,
  'shell.updates': updatesGerman,
  'shell.preview': previewGerman,
});
