import { authArabic } from '@atrium/auth-core/messages/ar';
import { addTranslations } from '@atrium/page-kit/messages';
import { clientArabic, guardArabic } from '../messages.ar.ts';

addTranslations({
  auth: authArabic,
  'auth.guard': guardArabic,
  'auth.client': clientArabic,
});
