import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** The pages of a user's own account: registration, log-in, password, second factors, profile and deletion. */
export const manifest = defineModuleManifest({
  name: 'account',
  owner: 'Team Account',
  contract: '^2.0',
  title: { en: 'Your account', de: 'Ihr Konto', ar: 'حسابك' },
  routes: {
    register: '/register',
    login: '/login',
    verify: '/login/verify',
    emailCode: '/login/code',
    resetPassword: '/reset-password',
    confirm: '/auth/confirm',
    updatePassword: '/update-password',
    account: '/account',
    signIn: '/account/sign-in',
    security: '/account/security',
    data: '/account/data',
    email: '/account/email',
    delete: '/account/delete',
  },
  prerender: ['login', 'register', 'resetPassword'],
  navigation: [
    { route: 'account', label: { en: 'Your account', de: 'Ihr Konto', ar: 'حسابك' }, requires: 'signed-in', group: { en: 'General', de: 'Allgemein', ar: 'عام' }, icon: 'circle-user' },
  ],
  slots: {
    sections: { version: '1.0', description: 'Sections at the end of the account page.', layout: 'stack' },
    data: { version: '1.1', description: 'Data of other modules in the archive that the data page exports.', layout: 'stack' },
  },
  extensions: {
    protect: {
      slot: 'site.home',
      slotVersion: '1.0',
      title: { en: 'Protect your account', de: 'Konto schützen', ar: 'احمِ حسابك' },
      size: { height: 324, maxHeight: 480, width: 336 },
      order: 200,
      requires: 'signed-in',
      secondFactor: 'missing',
    },
  },
  start: 'application',
  commands: {
    account: {
      title: { en: 'Your account', de: 'Ihr Konto', ar: 'حسابك' },
      keywords: { en: 'profile name picture email settings language theme', de: 'Profil Name Bild E-Mail Einstellungen Sprache Design', ar: 'الملف الشخصي الاسم الصورة البريد الإعدادات اللغة المظهر' },
      icon: 'circle-user',
      userMenu: true,
      route: 'account',
      requires: 'signed-in',
    },
    security: {
      title: { en: 'Security', de: 'Sicherheit', ar: 'الأمان' },
      keywords: { en: 'protect account two-step verification second factor code 2fa', de: 'Konto schützen Bestätigung in zwei Schritten zweiter Faktor Code 2FA', ar: 'حماية الحساب التحقق بخطوتين العامل الثاني رمز 2fa' },
      icon: 'shield',
      userMenu: true,
      route: 'security',
      requires: 'signed-in',
    },
    changePassword: {
      title: { en: 'Change password', de: 'Passwort ändern', ar: 'تغيير كلمة المرور' },
      icon: 'key',
      route: 'updatePassword',
      requires: 'signed-in',
    },
  },
});
