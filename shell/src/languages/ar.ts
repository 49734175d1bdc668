import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesArabic } from '@atrium/page-kit/primitives/ar';
import { uiArabic } from '@atrium/page-kit/ui/ar';
import { shellArabic } from '../messages.ar.ts';
import { openTabArabic } from '../open-tab/open-tab-messages.ar.ts';
import { preferencesArabic } from '../preferences/preferences-messages.ar.ts';
import { previewArabic } from '../preview/preview-messages.ar.ts';

addTranslations({
  ui: uiArabic,
  primitives: primitivesArabic,
  shell: shellArabic,
  'shell.tab': openTabArabic,
  'shell.preferences': preferencesArabic,
  'shell.preview': previewArabic,
});
