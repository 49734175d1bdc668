import { authArabic } from '@atrium/auth-core/messages/ar';
import { addTranslations } from '@atrium/page-kit/messages';
import { clientArabic } from '../client-messages.ar.ts';
import { guardArabic } from '../guard-messages.ar.ts';

addTranslations({
  auth: authArabic,
  'auth.guard': guardArabic,
  'auth.client': clientArabic,
});
