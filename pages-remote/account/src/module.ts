import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { manifest } from './manifest.ts';
import { languages } from './languages.ts';
import { dropDraftsOfOthers } from './form/form-drafts.ts';
import { prefetchLogin } from './prefetch-login.ts';

export default definePageModule(manifest, {
  routes: {
    register: () => import('./register/register-page.tsx'),
    login: () => import('./login/login-page.tsx'),
    verify: () => import('./verify/verify-page.tsx'),
    resetPassword: () => import('./reset-password/reset-password-page.tsx'),
    confirm: () => import('./confirm/confirm-page.tsx'),
    updatePassword: () => import('./update-password/update-password-page.tsx'),
    account: () => import('./profile/account-page.tsx'),
    security: () => import('./security/security-page.tsx'),
    email: () => import('./email/email-page.tsx'),
    delete: () => import('./delete/delete-page.tsx'),
  },
  languages,
  start(context) {
    prefetchLogin(context);
    dropDraftsOfOthers(context);
  },
});
