import type { Translation } from '../messages/translation.ts';
import type { uiText } from './ui-messages.ts';

/** For the shell, which has the one copy of the components. */
export const uiArabic: Translation<typeof uiText> = {
  documentTitle: '{title} · Atrium',
  showPassword: 'إظهار',
  hidePassword: 'إخفاء',
  capsLock: 'مفتاح Caps Lock مفعّل.',
  loading: 'جارٍ التحميل …',
};
