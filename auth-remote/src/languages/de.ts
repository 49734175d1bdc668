import { addTranslations } from '@atrium/page-kit/messages';
import { authGerman } from '../messages.de.ts';
import { clientGerman } from '../client/client-messages.de.ts';

addTranslations({
  auth: authGerman,
  'auth.client': clientGerman,
});
