import { addTranslations } from '@atrium/page-kit/messages';
import { authArabic } from '../messages.ar.ts';
import { clientArabic } from '../client/client-messages.ar.ts';

addTranslations({
  auth: authArabic,
  'auth.client': clientArabic,
});
