import type { Translation } from '@atrium/page-kit/messages';
import type { inputRefusalMessage } from './input-refusal-messages.ts';

export const inputRefusalArabic: Translation<typeof inputRefusalMessage> = {
  tooShort: {
    zero: 'اختر كلمة مرور.',
    one: 'اختر كلمة مرور من حرف واحد على الأقل.',
    two: 'اختر كلمة مرور من حرفين على الأقل.',
    few: 'اختر كلمة مرور لا تقل عن {count} أحرف.',
    many: 'اختر كلمة مرور لا تقل عن {count} حرفًا.',
    other: 'اختر كلمة مرور لا تقل عن {count} حرف.',
  },
  tooLong: {
    zero: 'اختر كلمة مرور أقصر.',
    one: 'اختر كلمة مرور من حرف واحد على الأكثر.',
    two: 'اختر كلمة مرور من حرفين على الأكثر.',
    few: 'اختر كلمة مرور لا تزيد على {count} أحرف.',
    many: 'اختر كلمة مرور لا تزيد على {count} حرفًا.',
    other: 'اختر كلمة مرور لا تزيد على {count} حرف.',
  },
  kinds: 'استخدم فيها واحدًا على الأقل من كل نوع: {kinds}.',
  lowerCase: 'أحرف لاتينية صغيرة',
  upperCase: 'أحرف لاتينية كبيرة',
  letters: 'أحرف',
  digits: 'أرقام',
  signs: 'رموز مثل «!»',
  these: '«\u2068{characters}\u2069»',
  common: 'كلمة المرور هذه من أول ما يجرّبه المهاجمون، لأن كثيرين يستخدمونها أو لأنها سُرقت من مكان آخر. اختر أخرى.',
  weak: 'يسهل تخمين كلمة المرور هذه. اختر أخرى من عدة كلمات لا علاقة بينها.',
  address: 'لا يمكن استخدام هذا العنوان. تحقق من الأخطاء الإملائية.',
  other: 'لم يُقبل ذلك. تحقق من الأخطاء الإملائية ثم حاول مرة أخرى.',
};
