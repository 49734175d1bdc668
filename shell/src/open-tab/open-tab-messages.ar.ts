import type { Translation } from '@atrium/page-kit/messages';
import type { openTabText } from './open-tab-messages.ts';

export const openTabArabic: Translation<typeof openTabText> = {
  newModule: 'يتوفر إصدار جديد من {name}.',
  newModuleUnsaved: 'يتوفر إصدار جديد من {name}. سيظهر بعد حفظ تغييراتك.',
  useNow: 'استخدامه الآن',
  newSite: 'يتوفر إصدار جديد من الموقع.',
  newSiteUnsaved: 'يتوفر إصدار جديد من الموقع. احفظ تغييراتك ثم أعد التحميل.',
  reload: 'إعادة التحميل',
  previous: 'يُعرض الإصدار السابق من {name} لأن الجديد لم يعمل.',
  tryNew: 'تجربة الجديد',
  loggedOut: 'تم تسجيل خروجك.',
  moved: 'تغيّر عنوان بيانات هذا الموقع. أعد التحميل للمتابعة.',
  dismiss: 'إغلاق',
};
