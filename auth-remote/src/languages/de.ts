import { authGerman } from '@atrium/auth-core/messages/de';
import { addTranslations } from '@atrium/page-kit/messages';
import { clientGerman } from '../client-messages.de.ts';
import { guardGerman } from '../guard-messages.de.ts';

addTranslations({
  auth: authGerman,
  'auth.guard': guardGerman,
  'auth.client': clientGerman,
});
