import { addTranslations } from '@atrium/page-kit/messages';
import { confirmGerman } from '../confirm/confirm-messages.de.ts';
import { deleteGerman } from '../delete/delete-messages.de.ts';
import { emailGerman } from '../email/email-messages.de.ts';
import { codeGerman, failureAdviceGerman } from '../failure/failure-messages.de.ts';
import { inputRefusalGerman } from '../failure/input-refusal-messages.de.ts';
import { fieldCheckGerman } from '../form/field-check-messages.de.ts';
import { formGerman } from '../form/form-messages.de.ts';
import { resendGerman } from '../form/resend-messages.de.ts';
import { loginGerman } from '../login/login-messages.de.ts';
import { strengthGerman } from '../new-password/strength-messages.de.ts';
import { accountGerman } from '../profile/account-messages.de.ts';
import { pictureGerman } from '../profile/picture-messages.de.ts';
import { registerGerman } from '../register/register-messages.de.ts';
import { resetGerman } from '../reset-password/reset-password-messages.de.ts';
import { codeCheckGerman } from '../second-factor/code-check-messages.de.ts';
import { factorFailureGerman } from '../second-factor/factor-failure-messages.de.ts';
import { factorGerman } from '../second-factor/factor-messages.de.ts';
import { securityGerman } from '../security/security-messages.de.ts';
import { updateGerman } from '../update-password/update-password-messages.de.ts';
import { verifyGerman } from '../verify/verify-messages.de.ts';

addTranslations({
  'account.confirm': confirmGerman,
  'account.delete': deleteGerman,
  'account.email': emailGerman,
  'account.failure.code': codeGerman,
  'account.failure': failureAdviceGerman,
  'account.failure.input': inputRefusalGerman,
  'account.form.check': fieldCheckGerman,
  'account.form': formGerman,
  'account.form.resend': resendGerman,
  'account.login': loginGerman,
  'account.password.strength': strengthGerman,
  'account.profile': accountGerman,
  'account.profile.picture': pictureGerman,
  'account.register': registerGerman,
  'account.reset': resetGerman,
  'account.factor.check': codeCheckGerman,
  'account.factor.failure': factorFailureGerman,
  'account.factor': factorGerman,
  'account.security': securityGerman,
  'account.update': updateGerman,
  'account.verify': verifyGerman,
});
