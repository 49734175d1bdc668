import type { Translation } from '@atrium/page-kit/messages';
import type { liveText } from './live-messages.ts';

export const liveArabic: Translation<typeof liveText> = {
  lost: 'انقطع الاتصال المباشر: ستظهر تغييرات الآخرين عند عودته. ما تكتبه محفوظ ويُرسل عندها.',
  here: 'هنا الآن: \u2068{names}\u2069',
  alone: 'أنت وحدك هنا الآن.',
  you: 'أنت',
};
