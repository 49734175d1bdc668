import type { Translation } from '../messages/messages.ts';
import type { uiText } from './ui-messages.ts';

/** For the shell, which provides the components to all modules. */
export const uiArabic: Translation<typeof uiText> = {
  documentTitle: '{title} · Atrium',
  showPassword: 'إظهار',
  hidePassword: 'إخفاء',
  capsLock: 'مفتاح Caps Lock مفعّل.',
  loading: 'جارٍ التحميل …',
  breadcrumb: 'مسار الصفحة',
};
