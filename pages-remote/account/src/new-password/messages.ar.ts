import type { Translation } from '@atrium/page-kit/messages';
import type { strengthText } from './strength-messages.ts';
import type { updateText } from './update-messages.ts';

export const strengthArabic: Translation<typeof strengthText> = {
  hint: {
    zero: 'أي طول.',
    one: 'حرف واحد على الأقل.',
    two: 'حرفان على الأقل.',
    few: '{count} أحرف على الأقل.',
    many: '{count} حرفًا على الأقل.',
    other: '{count} حرف على الأقل.',
  },
  resting: 'بضع كلمات لا رابط بينها يسهل تذكرها ويصعب تخمينها.',
  veryWeak: 'ضعيفة جدًا.',
  weak: 'ضعيفة.',
  fair: 'متوسطة.',
  good: 'جيدة: يصعب تخمينها.',
  strong: 'قوية: يصعب تخمينها جدًا.',
  addWords: 'أضف كلمة أو كلمتين لا علاقة لهما بها.',
  common: 'تشبه كلمة مرور يستخدمها كثيرون. اختر غيرها.',
  dates: 'تجنّب التواريخ والسنوات، فهي من أول ما يُجرَّب.',
  keys: 'المفاتيح المتجاورة من أول ما يُجرَّب. استخدم كلمات بدلًا منها.',
  personal: 'تجنّب اسمك وعنوان بريدك الإلكتروني، فهما أول ما يُجرَّب.',
  repeats: 'تكرار الحروف أو الكلمات لا يفيد كثيرًا. أضف كلمة مختلفة.',
  sequences: 'التسلسلات مثل \u2068“abc”\u2069 أو \u2068“6543”\u2069 من أول ما يُجرَّب. استخدم كلمات بدلًا منها.',
};

export const updateArabic: Translation<typeof updateText> = {
  title: 'اختيار كلمة مرور جديدة',
  newTitle: 'إعداد حسابك',
  forAccount: 'للحساب \u2068{email}\u2069',
  cleared: 'اختر هنا كلمة مرور حسابك. كلمة المرور التي أُدخلت في متصفح آخر قبل تأكيد هذا العنوان لم تعد تعمل.',
  nameHint: 'يراه الآخرون على ما تشاركه معهم.',
  currentPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
  submit: 'حفظ كلمة المرور',
  savedTitle: 'تم حفظ كلمة مرورك الجديدة',
  savedAdvice: 'استخدمها عند تسجيل الدخول في المرة القادمة.',
  goOn: 'الذهاب إلى مساحة عملك',
  account: 'حسابك',
  goToNext: 'متابعة',
};
