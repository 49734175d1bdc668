import { authGerman } from '@atrium/auth-core/messages/de';
import { addTranslations } from '@atrium/page-kit/messages';
import { clientGerman, guardGerman } from '../messages.de.ts';

addTranslations({
  auth: authGerman,
  'auth.guard': guardGerman,
  'auth.client': clientGerman,
});
