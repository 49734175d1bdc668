import { addTranslations } from '@atrium/page-kit/messages';
import { confirmArabic } from '../confirm/confirm-messages.ar.ts';
import { deleteArabic } from '../delete/delete-messages.ar.ts';
import { emailArabic } from '../email/email-messages.ar.ts';
import { codeArabic, failureAdviceArabic } from '../failure/failure-messages.ar.ts';
import { inputRefusalArabic } from '../failure/input-refusal-messages.ar.ts';
import { fieldCheckArabic } from '../form/field-check-messages.ar.ts';
import { formArabic } from '../form/form-messages.ar.ts';
import { resendArabic } from '../form/resend-messages.ar.ts';
import { loginArabic } from '../login/login-messages.ar.ts';
import { strengthArabic } from '../new-password/strength-messages.ar.ts';
import { accountArabic } from '../profile/account-messages.ar.ts';
import { pictureArabic } from '../profile/picture-messages.ar.ts';
import { registerArabic } from '../register/register-messages.ar.ts';
import { resetArabic } from '../reset-password/reset-password-messages.ar.ts';
import { codeCheckArabic } from '../second-factor/code-check-messages.ar.ts';
import { factorFailureArabic } from '../second-factor/factor-failure-messages.ar.ts';
import { factorArabic } from '../second-factor/factor-messages.ar.ts';
import { securityArabic } from '../security/security-messages.ar.ts';
import { updateArabic } from '../update-password/update-password-messages.ar.ts';
import { verifyArabic } from '../verify/verify-messages.ar.ts';

addTranslations({
  'account.confirm': confirmArabic,
  'account.delete': deleteArabic,
  'account.email': emailArabic,
  'account.failure.code': codeArabic,
  'account.failure': failureAdviceArabic,
  'account.failure.input': inputRefusalArabic,
  'account.form.check': fieldCheckArabic,
  'account.form': formArabic,
  'account.form.resend': resendArabic,
  'account.login': loginArabic,
  'account.password.strength': strengthArabic,
  'account.profile': accountArabic,
  'account.profile.picture': pictureArabic,
  'account.register': registerArabic,
  'account.reset': resetArabic,
  'account.factor.check': codeCheckArabic,
  'account.factor.failure': factorFailureArabic,
  'account.factor': factorArabic,
  'account.security': securityArabic,
  'account.update': updateArabic,
  'account.verify': verifyArabic,
});
