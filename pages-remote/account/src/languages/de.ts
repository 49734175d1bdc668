import { addTranslations } from '@atrium/page-kit/messages';
import { confirmGerman } from '../confirm/messages.de.ts';
import { dataGerman } from '../data/messages.de.ts';
import { deleteGerman } from '../delete/messages.de.ts';
import { emailGerman } from '../email/messages.de.ts';
import { codeGerman, failureAdviceGerman, inputGerman } from '../failure/messages.de.ts';
import { dialogGerman, formGerman } from '../form/messages.de.ts';
import { settingsGerman } from '../layout/messages.de.ts';
import { mailGerman } from '../mail/messages.de.ts';
import { strengthGerman, updateGerman } from '../new-password/messages.de.ts';
import { passkeysFailureGerman, passkeysGerman } from '../passkeys/messages.de.ts';
import { pictureGerman, preferencesGerman, profileGerman } from '../profile/messages.de.ts';
import { providersFailureGerman, providersGerman } from '../providers/messages.de.ts';
import { recoveryFailureGerman, recoveryGerman } from '../recovery-codes/messages.de.ts';
import { factorGerman, factorFailureGerman, protectGerman } from '../second-factor/messages.de.ts';
import { securityGerman } from '../security/messages.de.ts';
import { emailCodeGerman, loginCodeGerman, loginGerman, registerGerman, resetGerman } from '../sign-in/messages.de.ts';

addTranslations({
  'account.confirm': confirmGerman,
  'account.data': dataGerman,
  'account.delete': deleteGerman,
  'account.email': emailGerman,
  'account.failure.code': codeGerman,
  'account.failure': failureAdviceGerman,
  'account.failure.input': inputGerman,
  'account.form': formGerman,
  'account.form.dialog': dialogGerman,
  'account.login': loginGerman,
  'account.mail': mailGerman,
  'account.passkeys': passkeysGerman,
  'account.passkeys.failure': passkeysFailureGerman,
  'account.password.strength': strengthGerman,
  'account.picture': pictureGerman,
  'account.preferences': preferencesGerman,
  'account.profile': profileGerman,
  'account.protect': protectGerman,
  'account.providers': providersGerman,
  'account.providers.failure': providersFailureGerman,
  'account.recovery': recoveryGerman,
  'account.recovery.failure': recoveryFailureGerman,
  'account.register': registerGerman,
  'account.reset': resetGerman,
  'account.factor': factorGerman,
  'account.factor.failure': factorFailureGerman,
  'account.security': securityGerman,
  'account.settings': settingsGerman,
  'account.update': updateGerman,
  'account.login.code': loginCodeGerman,
  'account.login.email': emailCodeGerman,
});
