import { addTranslations } from '@atrium/page-kit/messages';
import { confirmArabic } from '../confirm/messages.ar.ts';
import { dataArabic } from '../data/messages.ar.ts';
import { deleteArabic } from '../delete/messages.ar.ts';
import { emailArabic } from '../email/messages.ar.ts';
import { codeArabic, failureAdviceArabic, inputArabic } from '../failure/messages.ar.ts';
import { dialogArabic, formArabic } from '../form/messages.ar.ts';
import { settingsArabic } from '../layout/messages.ar.ts';
import { mailArabic } from '../mail/messages.ar.ts';
import { strengthArabic, updateArabic } from '../new-password/messages.ar.ts';
import { passkeysFailureArabic, passkeysArabic } from '../passkeys/messages.ar.ts';
import { pictureArabic, preferencesArabic, profileArabic } from '../profile/messages.ar.ts';
import { providersFailureArabic, providersArabic } from '../providers/messages.ar.ts';
import { recoveryFailureArabic, recoveryArabic } from '../recovery-codes/messages.ar.ts';
import { factorArabic, factorFailureArabic, protectArabic } from '../second-factor/messages.ar.ts';
import { securityArabic } from '../security/messages.ar.ts';
import { emailCodeArabic, loginCodeArabic, loginArabic, registerArabic, resetArabic } from '../sign-in/messages.ar.ts';

addTranslations({
  'account.confirm': confirmArabic,
  'account.data': dataArabic,
  'account.delete': deleteArabic,
  'account.email': emailArabic,
  'account.failure.code': codeArabic,
  'account.failure': failureAdviceArabic,
  'account.failure.input': inputArabic,
  'account.form': formArabic,
  'account.form.dialog': dialogArabic,
  'account.login': loginArabic,
  'account.mail': mailArabic,
  'account.passkeys': passkeysArabic,
  'account.passkeys.failure': passkeysFailureArabic,
  'account.password.strength': strengthArabic,
  'account.picture': pictureArabic,
  'account.preferences': preferencesArabic,
  'account.profile': profileArabic,
  'account.protect': protectArabic,
  'account.providers': providersArabic,
  'account.providers.failure': providersFailureArabic,
  'account.recovery': recoveryArabic,
  'account.recovery.failure': recoveryFailureArabic,
  'account.register': registerArabic,
  'account.reset': resetArabic,
  'account.factor': factorArabic,
  'account.factor.failure': factorFailureArabic,
  'account.security': securityArabic,
  'account.settings': settingsArabic,
  'account.update': updateArabic,
  'account.login.code': loginCodeArabic,
  'account.login.email': emailCodeArabic,
});
