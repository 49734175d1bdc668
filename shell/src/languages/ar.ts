import { addTranslations } from '@atrium/page-kit/messages';
import { primitivesArabic } from '@atrium/page-kit/primitives/ar';
import { uiArabic } from '@atrium/page-kit/ui/ar';
import { frameArabic } from '../frame/messages.ar.ts';
import { previewArabic } from '../preview/messages.ar.ts';
import { shellArabic } from '../texts/messages.ar.ts';
import { updatesArabic } from '../updates/messages.ar.ts';

addTranslations({
  ui: uiArabic,
  primitives: primitivesArabic,
  shell: shellArabic,
  'shell.frame': frameArabic,
  'shell.updates': updatesArabic,
  'shell.preview': previewArabic,
});
