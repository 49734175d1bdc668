import type { Translation } from '@atrium/page-kit/messages';
import type { factorText } from './factor-messages.ts';

export const factorArabic: Translation<typeof factorText> = {
  code: 'الرمز',
  verify: 'تحقّق',
  fromApp: 'أدخل الأرقام الستة التي يعرضها تطبيق المصادقة الآن.',
  sending: 'جارٍ إرسال رمز إلى \u2068{phone}\u2069 …',
  sent: 'هناك رمز في الطريق إلى \u2068{phone}\u2069.',
  send: 'إرسال الرمز',
  sendAnother: 'إرسال رمز آخر',
  app: 'تطبيق المصادقة',
  phone: 'الهاتف',
  yourPhone: 'هاتفك',
  phoneEnding: 'هاتفك المنتهي بالرقمين {digits}',
  enterCode: 'إدخال الرمز',
  tryAgain: 'حاول مرة أخرى',
};
