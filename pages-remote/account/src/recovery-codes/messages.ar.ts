import type { Translation } from '@atrium/page-kit/messages';
import type { recoveryFailureText, recoveryText } from './messages.ts';

export const recoveryArabic: Translation<typeof recoveryText> = {
  name: 'رموز الاسترداد',
  missing: 'لليوم الذي تفقد فيه جهازك. يصلح كل رمز مرة واحدة.',
  left: {
    one: 'بقي رمز واحد من أصل {total}',
    two: 'بقي رمزان من أصل {total}',
    few: 'بقيت {count} رموز من أصل {total}',
    other: 'بقي {count} رمزًا من أصل {total}',
  },
  few: {
    one: 'بقي رمز واحد فقط. أنشئ رموزًا جديدة.',
    two: 'بقي رمزان فقط. أنشئ رموزًا جديدة.',
    few: 'بقيت {count} رموز فقط. أنشئ رموزًا جديدة.',
    other: 'بقي {count} رمزًا فقط. أنشئ رموزًا جديدة.',
  },
  usedUp: 'استُخدمت جميعها. أنشئ رموزًا جديدة.',
  create: 'إنشاء رموز',
  renew: 'إنشاء رموز جديدة',
  remove: 'إزالة',
  askRenewal: 'إنشاء رموز استرداد جديدة؟',
  renewalAdvice: 'لن تعمل رموزك الحالية بعد ذلك.',
  askRemoval: 'إزالة رموز الاسترداد؟',
  removalAdvice: 'إذا فقدت جهازك، فستحتاج عندئذ إلى طريقة أخرى لتسجيل الدخول.',
  removed: 'أُزيلت رموز الاسترداد.',
  saveTitle: 'احفظ رموز الاسترداد',
  saveAdvice: 'احفظها في مكان تصل إليه من دون جهازك، مثل مدير كلمات المرور أو ورقة. لن تُعرض مرة أخرى.',
  copy: 'نسخ',
  copied: 'تم النسخ',
  download: 'تنزيل',
  saved: 'حفظتها',
  fileHeading: 'رموز استرداد أتريوم لحساب \u2068{email}\u2069',
  fileAdvice: 'يصلح كل رمز مرة واحدة، بدلًا من رمز تطبيق المصادقة أو الهاتف.',
  use: 'استخدام رمز استرداد',
  field: 'رمز الاسترداد',
  fieldHint: 'أحد الرموز التي حفظتها. يصلح كل رمز مرة واحدة.',
  fieldMissing: 'أدخل رمز استرداد.',
  verify: 'تحقّق',
  usedOne: {
    one: 'بقي لديك رمز استرداد واحد.',
    two: 'بقي لديك رمزا استرداد.',
    few: 'بقيت لديك {count} رموز استرداد.',
    other: 'بقي لديك {count} رمز استرداد.',
  },
  usedLast: 'كان هذا آخر رمز استرداد لديك. أنشئ رموزًا جديدة في إعدادات الأمان.',
  noneLeft: 'استُخدمت كل رموز الاسترداد لديك. استخدم طريقة أخرى.',
};

export const recoveryFailureArabic: Translation<typeof recoveryFailureText> = {
  mfa_verification_failed: 'هذا الرمز غير صحيح، أو استُخدم من قبل. أدخل رمزًا آخر.',
  mfa_recovery_codes_locked: 'رموز خاطئة كثيرة. انتظر بضع دقائق، أو استخدم طريقة أخرى.',
  mfa_recovery_codes_sole_factor: 'أضف تطبيق مصادقة أو هاتفًا أولًا. رموز الاسترداد تحل محله فقط.',
  mfa_recovery_codes_enroll_not_enabled: 'لا يصدر هذا الموقع رموز استرداد في الوقت الحالي.',
  mfa_recovery_codes_verify_not_enabled: 'لا يقبل هذا الموقع رموز استرداد في الوقت الحالي. استخدم طريقة أخرى.',
  mfa_factor_not_found: 'أُزيلت رموز الاسترداد. أعد تحميل الصفحة.',
};
