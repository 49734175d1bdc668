import type { Translation } from '@atrium/page-kit/messages';
import type { factorText } from './factor-messages.ts';

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
};
