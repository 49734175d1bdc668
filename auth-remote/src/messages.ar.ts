import type { Translation } from '@atrium/page-kit/messages';
import type { clientText } from './client-messages.ts';
import type { guardText } from './guard-messages.ts';

export const clientArabic: Translation<typeof clientText> = {
  'guard.notPermittedHeading': 'هذه الصفحة ليست متاحة لحسابك',
  'guard.notPermittedAdvice': 'أنت مسجّل الدخول، لكن بدون الصلاحية اللازمة. اطلبها ممن يدير الموقع ثم سجّل الدخول من جديد.',
  'again.heading': 'تسجيل الدخول من جديد',
  'again.revoked': 'انتهت جلستك بسبب تسجيل خروج من جهاز آخر، أو كلمة مرور جديدة، أو تغيير في الحساب.',
  'again.advice': 'سجّل الدخول باسم \u2068{email}\u2069 لتتابع من حيث كنت. ما كتبته لا يزال هنا.',
  'again.email': 'البريد الإلكتروني',
  'again.password': 'كلمة المرور',
  'again.logIn': 'تسجيل الدخول',
  'again.wrongPassword': 'كلمة المرور هذه غير صحيحة. تحقق من الأخطاء الإملائية ثم حاول مرة أخرى.',
  'again.banned': 'هذا الحساب محظور. اسأل القائمين على هذا الموقع.',
  'again.network': 'لا يوجد اتصال بالخادم. تحقق من اتصالك ثم حاول مرة أخرى.',
  'again.timeout': 'استغرق الخادم وقتًا طويلًا للرد. حاول مرة أخرى.',
  'again.failed': 'لم ينجح ذلك. حاول مرة أخرى بعد لحظات؛ لم يُفقد شيء.',
  'again.otherAccount': 'استخدام حساب آخر',
  'again.codeAdvice': 'أدخل الرمز الذي يعرضه تطبيق المصادقة.',
  'again.phoneAdvice': 'أدخل الرمز المُرسل إلى \u2068{phone}\u2069.',
  'again.code': 'الرمز',
  'again.verify': 'تحقّق',
  'again.newCode': 'إرسال رمز آخر',
  'again.wrongCode': 'هذا الرمز غير صحيح. تحقق من صحة الوقت على جهازك ثم أدخل أحدث رمز.',
  'again.challengeExpired': 'استغرق ذلك وقتًا طويلًا ولم يعد الرمز مقبولًا. اطلب رمزًا جديدًا.',
  'again.challengeUsed': 'سبق إدخال رمز لهذا الطلب، أو تغيّر اتصالك. اطلب رمزًا جديدًا.',
  'again.factorGone': 'لم يعد عامل التحقق هذا أو طلب رمزه موجودًا. ابدأ من جديد.',
  'again.tooManyTries': 'محاولات كثيرة جدًا. انتظر بضع دقائق ثم حاول مرة أخرى.',
  'again.tooManyTriesFor': {
    zero: 'محاولات كثيرة جدًا. حاول مرة أخرى الآن.',
    one: 'محاولات كثيرة جدًا. انتظر ثانية واحدة ثم حاول مرة أخرى.',
    two: 'محاولات كثيرة جدًا. انتظر ثانيتين ثم حاول مرة أخرى.',
    few: 'محاولات كثيرة جدًا. انتظر {count} ثوانٍ ثم حاول مرة أخرى.',
    many: 'محاولات كثيرة جدًا. انتظر {count} ثانيةً ثم حاول مرة أخرى.',
    other: 'محاولات كثيرة جدًا. انتظر {count} ثانية ثم حاول مرة أخرى.',
  },
  'again.phoneNotEnabled': 'لا تتوفر هنا رموز عبر الرسائل النصية. استخدم تطبيق مصادقة بدلًا من ذلك.',
  'again.totpNotEnabled': 'تطبيقات المصادقة غير متاحة هنا.',
  'stale.text': 'تغيّر اتصال هذا الموقع ببياناته. أعد التحميل للمتابعة.',
  'stale.reload': 'إعادة التحميل',
};

export const guardArabic: Translation<typeof guardText> = {
  checking: 'جارٍ التحقق من تسجيل دخولك …',
  failedHeading: 'تعذّر التحقق من تسجيل دخولك',
  failedAdvice: 'لم يُفقد شيء. تحقق من اتصالك ثم حاول مرة أخرى.',
  retry: 'حاول مرة أخرى',
};
