import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesGerman } from '@atrium/page-kit/primitives/de';
import { uiGerman } from '@atrium/page-kit/ui/de';
import { lateGerman } from '../frame/late-messages.de.ts';
import { previewGerman } from '../preview/preview-messages.de.ts';
import { shellGerman } from '../texts/messages.de.ts';
import { updatesGerman } from '../updates/updates-messages.de.ts';

addTranslations({
  ui: uiGerman,
  primitives: primitivesGerman,
  shell: shellGerman,
  'shell.late': lateGerman,
  'shell.updates': updatesGerman,
  'shell.preview': previewGerman,
});
