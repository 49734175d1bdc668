import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesArabic } from '@atrium/page-kit/primitives/ar';
import { uiArabic } from '@atrium/page-kit/ui/ar';
import { lateArabic } from '../frame/late-messages.ar.ts';
import { previewArabic } from '../preview/preview-messages.ar.ts';
import { shellArabic } from '../texts/messages.ar.ts';
import { updatesArabic } from '../updates/updates-messages.ar.ts';

addTranslations({
  ui: uiArabic,
  primitives: primitivesArabic,
  shell: shellArabic,
  'shell.late': lateArabic,
  'shell.updates': updatesArabic,
  'shell.preview': previewArabic,
});
