import type { Translation } from '@atrium/page-kit/messages';
import type { providerFailureText, providerText } from './messages.ts';

export const providersArabic: Translation<typeof providerText> = {
  title: 'الحسابات المرتبطة',
  advice: 'سجّل الدخول بحساب لديك في مكان آخر.',
  link: 'ربط {provider}',
  detail: '\u2068{email}\u2069، رُبط في {date}',
  detailWithoutEmail: 'رُبط في {date}',
  unlink: 'إلغاء الربط',
  askUnlinking: 'إلغاء ربط {provider}؟',
  unlinkAdvice: 'لن تتمكن بعدها من تسجيل الدخول بهذا الحساب.',
  unlinked: 'أُلغي ربط {provider}.',
  returning: 'جارٍ تسجيل دخولك …',
  failed: 'لم يُسجَّل دخولك',
  notLinked: 'لم يُربط الحساب',
  again: 'العودة إلى تسجيل الدخول',
  goOn: 'متابعة',
  otherFailure: 'أبلغ المزوّد عن خطأ. حاول مرة أخرى، أو استخدم طريقة أخرى.',
};

export const providersFailureArabic: Translation<typeof providerFailureText> = {
  access_denied: 'ألغيت هذا لدى المزوّد. حاول مرة أخرى، أو سجّل الدخول بطريقة أخرى.',
  identity_already_exists: 'هذا الحساب مرتبط بالفعل، بك أو بمستخدم آخر. اختر حسابًا آخر، أو ألغِ ربط هذا أولًا.',
  single_identity_not_deletable: 'هذه هي الطريقة الوحيدة للدخول إلى حسابك. عيّن كلمة مرور أولًا عبر «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول.',
  identity_of_address: 'من دون هذا الحساب سيتغيّر عنوان بريدك الإلكتروني. غيّر عنوان بريدك الإلكتروني أولًا.',
  email_conflict_identity_not_deletable: 'يستخدم حساب آخر العنوان الذي سيبقى. غيّر بريدك الإلكتروني أولًا.',
  manual_linking_disabled: 'لا يربط هذا الموقع أي حسابات حاليًا.',
  provider_email_needs_verification: 'لم يتحقق المزوّد من عنوانك. أرسلنا إليك رابطًا لتأكيده.',
  flow_state_not_found: 'استغرق هذا وقتًا طويلًا أو تم من قبل. سجّل الدخول مرة أخرى.',
  flow_state_expired: 'استغرق هذا وقتًا طويلًا. سجّل الدخول مرة أخرى.',
  bad_oauth_state: 'استغرق هذا وقتًا طويلًا. سجّل الدخول مرة أخرى.',
  bad_code_verifier: 'بدأ تسجيل الدخول في علامة تبويب أو متصفح آخر. سجّل الدخول هنا مرة أخرى.',
  pkce_code_verifier_not_found: 'بدأ تسجيل الدخول في متصفح آخر. سجّل الدخول هنا مرة أخرى.',
};
