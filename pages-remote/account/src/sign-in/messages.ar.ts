import type { Translation } from '@atrium/page-kit/messages';
import type { emailCodeText } from './email-code-messages.ts';
import type { loginCodeText } from './login-code-messages.ts';
import type { loginText } from './login-messages.ts';
import type { registerText } from './register-messages.ts';
import type { resetText } from './reset-password-messages.ts';

export const loginArabic: Translation<typeof loginText> = {
  elsewhere: 'سُجّل خروجك في علامة تبويب أخرى.',
  revoked: 'لم تعد جلستك صالحة. سجّل الدخول من جديد.',
  newHere: 'جديد هنا؟',
  withPasskey: 'استخدام مفتاح مرور',
  withCode: 'تسجيل الدخول برمز عبر البريد',
};

export const loginCodeArabic: Translation<typeof loginCodeText> = {
  title: 'إدخال الرمز',
  otherWays: 'طرق أخرى',
  useApp: 'استخدام تطبيق المصادقة',
  textTo: 'إرسال رمز برسالة نصية إلى \u2068{phone}\u2069',
  removed: 'لم يعد حسابك يستخدم التحقق بخطوتين. سجّل الدخول من جديد للمتابعة.',
  logInAgain: 'تسجيل الدخول من جديد',
  otherAccount: 'استخدام حساب آخر',
};

export const emailCodeArabic: Translation<typeof emailCodeText> = {
  title: 'تسجيل الدخول برمز',
  introduction: 'سنرسل رمزًا ورابطًا إلى بريدك الإلكتروني. إذا لم يكن لديك حساب بعد، فسننشئ لك حسابًا.',
  submit: 'إرسال الرمز',
  haveCode: 'إدخال رمز من رسالة',
  sent: 'هناك رسالة فيها رمز ورابط في الطريق إلى \u2068{email}\u2069.',
  hint: 'أدخل الأرقام التي في الرسالة.',
  again: 'إرسال رمز آخر',
  withPassword: 'تسجيل الدخول بكلمة المرور',
};

export const registerArabic: Translation<typeof registerText> = {
  haveAccount: 'هل لديك حساب بالفعل؟',
  closed: 'لا يقبل هذا الموقع حسابات جديدة حاليًا. إذا تلقيت دعوة، فافتح الرابط الذي في الرسالة.',
  sentTo: 'هناك رسالة في الطريق إلى \u2068{email}\u2069. افتح الرابط الذي فيها لإكمال حسابك.',
};

export const resetArabic: Translation<typeof resetText> = {
  title: 'إعادة تعيين كلمة المرور',
  introduction: 'أدخل البريد الإلكتروني لحسابك. سنرسل إليك رابطًا لاختيار كلمة مرور جديدة.',
  submit: 'إرسال رابط إعادة التعيين',
  sent: 'إذا كان هناك حساب للعنوان \u2068{email}\u2069، فهناك رسالة فيها رابط في الطريق إليه.',
  back: 'العودة إلى تسجيل الدخول',
};
