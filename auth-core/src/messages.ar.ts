import type { Translation } from '@atrium/page-kit/messages';
import type { text } from './messages.ts';

export const authArabic: Translation<typeof text> = {
  'default.login': 'حدث خطأ أثناء تسجيل الدخول',
  'default.logout': 'حدث خطأ أثناء تسجيل الخروج',
  'default.register': 'حدث خطأ أثناء إنشاء الحساب',
  'default.resetPassword': 'حدث خطأ أثناء طلب إعادة تعيين كلمة المرور',
  'default.start': 'حدث خطأ أثناء قراءة جلستك',
  'default.redeemLink': 'حدث خطأ أثناء فتح الرابط',
  'default.resendConfirmation': 'حدث خطأ أثناء طلب رسالة تأكيد أخرى',
  'default.updatePassword': 'حدث خطأ أثناء حفظ كلمة المرور',
  'default.updateEmail': 'حدث خطأ أثناء طلب تغيير العنوان',
  'default.updateProfile': 'حدث خطأ أثناء حفظ ملفك الشخصي',
  'default.deleteAccount': 'حدث خطأ أثناء حذف حسابك',
  'default.readFactors': 'حدث خطأ أثناء قراءة عوامل التحقق الإضافية',
  'default.enroll': 'حدث خطأ أثناء إعداد عامل التحقق الثاني',
  'default.challenge': 'حدث خطأ أثناء طلب الرمز',
  'default.verify': 'حدث خطأ أثناء التحقق من الرمز',
  'default.unenroll': 'حدث خطأ أثناء إزالة عامل التحقق الثاني',
  'credentials.failed': 'تعذّر تحميل بيانات اتصال الموقع',
  'credentials.missing': 'بيانات اتصال الموقع بخدمة Supabase غير موجودة',
  'client.secretKey': 'الموقع مُعدّ بمفتاح سرّي يجب ألا يصل إلى المتصفحات أبدًا. اجعل SUPABASE_KEY المفتاح العام (publishable أو anon) واستبدل المفتاح السرّي.',
  'client.notLoaded': 'تعذّر تحميل جزء من تسجيل الدخول. تحقق من اتصالك ثم حاول مرة أخرى.',
  'request.timeout': 'استغرق الخادم وقتًا طويلًا للرد. تحقق من اتصالك ثم حاول مرة أخرى.',
  'link.otherBrowser': 'لا يعمل هذا الرابط إلا في المتصفح الذي طُلب منه. افتحه هناك، أو اطلب رابطًا جديدًا هنا.',
  'token.unverifiable': 'تعذّر التحقق من رمز الجلسة. تحقق من اتصالك ثم حاول مرة أخرى.',
};
