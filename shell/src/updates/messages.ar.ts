import type { Translation } from '@atrium/page-kit/messages';
import type { updatesText } from './messages.ts';

export const updatesArabic: Translation<typeof updatesText> = {
  newModule: 'يتوفر إصدار جديد من {name}.',
  newModuleUnsaved: 'يتوفر إصدار جديد من {name}. سيظهر بعد حفظ تغييراتك.',
  useNow: 'استخدامه الآن',
  newSite: 'يتوفر إصدار جديد من الموقع.',
  newSiteUnsaved: 'يتوفر إصدار جديد من الموقع. احفظ تغييراتك ثم أعد التحميل.',
  reload: 'إعادة التحميل',
  previous: 'يُعرض الإصدار السابق من {name} لأن الجديد لم يعمل.',
  tryNew: 'تجربة الجديد',
  stillFails: 'ما زال {name} لا يعمل في إصداره الجديد.',
};
