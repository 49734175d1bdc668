import type { Translation } from '@atrium/page-kit/messages';
import type { passkeyFailureText, passkeyText } from './messages.ts';

export const passkeysArabic: Translation<typeof passkeyText> = {
  title: 'مفاتيح المرور',
  advice: 'سجّل الدخول ببصمتك أو وجهك أو قفل شاشتك.',
  add: 'إضافة مفتاح مرور',
  added: 'أُضيف «\u2068{name}\u2069». استخدمه عند تسجيل دخولك القادم.',
  unnamed: 'مفتاح مرور',
  unused: 'أُضيف في {date}، ولم يُستخدم بعد',
  used: 'أُضيف في {date}، وآخر استخدام في {used}',
  nameHint: 'مثل الجهاز الذي يوجد عليه: «حاسوب العمل».',
  renamed: 'أصبح اسم مفتاح المرور «\u2068{name}\u2069».',
  remove: 'إزالة',
  askRemoval: 'إزالة «\u2068{name}\u2069»؟',
  removalAdvice: 'لن تتمكن بعدها من تسجيل الدخول به. احذفه من جهازك أيضًا كي لا يقترحه عليك.',
  removed: 'أُزيل «\u2068{name}\u2069».',
};

export const passkeysFailureArabic: Translation<typeof passkeyFailureText> = {
  passkey_cancelled: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى، أو سجّل الدخول بطريقة أخرى.',
  passkey_exists: 'لدى هذا الجهاز مفتاح مرور لحسابك بالفعل.',
  passkey_unsupported: 'لا تعمل مفاتيح المرور في هذا المتصفح أو على هذا العنوان. سجّل الدخول بطريقة أخرى.',
  passkey_disabled: 'لا يقبل هذا الموقع مفاتيح المرور حاليًا. سجّل الدخول بطريقة أخرى.',
  too_many_passkeys: 'لديك أكبر عدد من مفاتيح المرور يسمح به هذا الموقع. أزِل واحدًا أولًا.',
  webauthn_credential_exists: 'مفتاح المرور هذا يخص حسابًا بالفعل.',
  webauthn_verification_failed: 'لا يخص مفتاح المرور هذا أي حساب هنا، وربما أُزيل. سجّل الدخول بطريقة أخرى.',
  webauthn_challenge_not_found: 'استغرق هذا وقتًا طويلًا. حاول مرة أخرى.',
  webauthn_challenge_expired: 'استغرق هذا وقتًا طويلًا. حاول مرة أخرى.',
};
