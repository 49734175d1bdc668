import { addTranslations, type Translation } from '@atrium/page-kit/messages';
import type { homeText, startText } from './messages.ts';

const homeArabic: Translation<typeof homeText> = {
  customize: 'تخصيص البطاقات',
  done: 'تم',
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

const startArabic: Translation<typeof startText> = {
  picture: 'لوحة بملاحظات يكتبها عدة أشخاص',
  privateTitle: 'خاصة إلى أن تشاركها',
  privateText: 'تبدأ اللوحة معك وحدك. لا يراها إلا من تدعوهم، وأنت تقرر من يمكنه الكتابة.',
  liveTitle: 'الجميع على اطلاع',
  liveText: 'تظهر التغييرات فورًا، وترى من يتصفح اللوحة معك.',
  keyboardTitle: 'سريعة من لوحة المفاتيح',
  keyboardText: 'اضغط \u2068C\u2069 لملاحظة جديدة، و\u2068{key}\u2069 لأي شيء آخر. يمكنك الاستغناء عن الفأرة.',
};

addTranslations({ 'shell.home': homeArabic, 'shell.start': startArabic });
