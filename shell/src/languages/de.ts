import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesGerman } from '@atrium/page-kit/primitives/de';
import { uiGerman } from '@atrium/page-kit/ui/de';
import { shellGerman } from '../messages.de.ts';
import { openTabGerman } from '../open-tab/open-tab-messages.de.ts';
import { preferencesGerman } from '../preferences/preferences-messages.de.ts';
import { previewGerman } from '../preview/preview-messages.de.ts';

addTranslations({
  ui: uiGerman,
  primitives: primitivesGerman,
  shell: shellGerman,
  'shell.tab': openTabGerman,
  'shell.preferences': preferencesGerman,
  'shell.preview': previewGerman,
});
