import type { Translation } from '@atrium/page-kit/messages';
import type { factorFailureText, factorText } from './messages.ts';
import type { protectText } from './protect-account.tsx';

export const factorArabic: Translation<typeof factorText> = {
  code: 'الرمز',
  verify: 'تحقّق',
  fromApp: 'أدخل الأرقام الستة التي يعرضها تطبيق المصادقة الآن.',
  fromApps: 'أدخل الأرقام الستة من أي تطبيق مصادقة لديك.',
  sending: 'جارٍ إرسال رمز إلى \u2068{phone}\u2069 …',
  sent: 'هناك رمز في الطريق إلى \u2068{phone}\u2069.',
  send: 'إرسال الرمز',
  sendAnother: 'إرسال رمز آخر',
  anotherIn: {
    zero: 'يمكنك طلب رمز آخر الآن.',
    one: 'يمكنك طلب رمز آخر بعد ثانية واحدة.',
    two: 'يمكنك طلب رمز آخر بعد ثانيتين.',
    few: 'يمكنك طلب رمز آخر بعد {count} ثوانٍ.',
    many: 'يمكنك طلب رمز آخر بعد {count} ثانية.',
    other: 'يمكنك طلب رمز آخر بعد {count} ثانية.',
  },
  app: 'تطبيق المصادقة',
  phone: 'الهاتف',
  yourPhone: 'هاتفك',
  phoneEnding: 'هاتفك المنتهي بالرقمين {digits}',
  enterCode: 'إدخال الرمز',
  tryAgain: 'حاول مرة أخرى',
  codeMissing: 'أدخل الرمز.',
  codeIncomplete: 'أدخل كل أرقام الرمز ولا شيء غيرها.',
};

export const factorFailureArabic: Translation<typeof factorFailureText> = {
  mfa_verification_failed: 'هذا الرمز غير صحيح أو قديم جدًا. أدخل الرمز المعروض الآن.',
  mfa_challenge_expired: 'هذا الرمز قديم جدًا. اطلب إرسال رمز آخر وأدخله.',
  otp_expired: 'هذا الرمز خاطئ أو قديم جدًا. اطلب إرسال رمز آخر وأدخله.',
  mfa_ip_address_mismatch: 'تغيّر اتصالك، أو استُخدم هذا الرمز من قبل. احصل على رمز جديد وأدخله.',
  mfa_verification_rejected: 'رفض هذا الموقع الرمز وأنهى جلستك. سجّل الدخول من جديد.',
  mfa_factor_not_found: 'أُزيلت هذه الطريقة. أعد تحميل الصفحة.',
  mfa_verified_factor_exists: 'هذا الرقم في قائمتك بالفعل.',
  too_many_enrolled_mfa_factors: 'لديك أقصى عدد من الطرق يسمح به هذا الموقع. أزل واحدة منها أولًا.',
  mfa_phone_enroll_not_enabled: 'لا يرسل هذا الموقع رموزًا إلى الهواتف. أضف تطبيق مصادقة بدلًا من ذلك.',
  mfa_phone_verify_not_enabled: 'لا يرسل هذا الموقع رموزًا إلى الهواتف حاليًا. استخدم طريقة أخرى.',
  mfa_totp_enroll_not_enabled: 'لا يقبل هذا الموقع تطبيقات المصادقة حاليًا.',
  mfa_totp_verify_not_enabled: 'لا يقبل هذا الموقع رموز التطبيقات حاليًا. استخدم طريقة أخرى.',
  over_sms_send_rate_limit: 'أُرسل رمز قبل لحظات. انتظر قليلًا ثم اطلب رمزًا آخر.',
  sms_send_failed: 'تعذّر إرسال الرسالة. حاول مرة أخرى بعد لحظات، أو استخدم طريقة أخرى.',
  insufficient_aal: 'أدخل أولًا رمز التحقق بخطوتين للقيام بذلك.',
};

export const protectArabic: Translation<typeof protectText> = {
  heading: 'احمِ حسابك',
  advice: 'كلمة مرورك وحدها تكفي لتسجيل الدخول. مع التحقق بخطوتين يلزم رمز أيضًا.',
  add: 'تفعيل التحقق بخطوتين',
  addPasskey: 'إضافة مفتاح مرور',
  password: 'كلمة المرور',
  factor: 'التحقق بخطوتين',
  on: 'مفعّل',
  off: 'غير مفعّل',
};
