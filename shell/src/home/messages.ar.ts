import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { homeText } from './messages.ts';

const homeArabic: Translation<typeof homeText> = {
  customize: 'تخصيص',
  done: 'تم',
  customizeHeading: 'تخصيص الصفحة الرئيسية',
  show: 'عرض',
  moveUp: 'نقل إلى أعلى',
  moveDown: 'نقل إلى أسفل',
  moved: '{title}: الموضع {position} من {count}',
  reset: 'إعادة الضبط',
  resetDone: 'تظهر كل البطاقات بترتيبها الأصلي.',
  allHidden: 'لقد أخفيت كل البطاقات.',
  showAll: 'عرض كل البطاقات',
  noCards: 'لا توجد بطاقات لك بعد. افتح صفحة للبدء.',
  unavailable: 'تعذّر تحميل البطاقات.',
  notSaved: 'هذا التغيير محفوظ على هذا الجهاز فقط في الوقت الحالي. سيُحفظ في حسابك عند عودة الاتصال.',
};

addTranslations({ 'shell.home': homeArabic });
