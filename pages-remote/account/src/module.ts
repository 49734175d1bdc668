import { definePageModule, type PageModuleStart } from '@atrium/page-kit/contract/page-module';
import { dropDraftsOfOthers } from './form/form-drafts.ts';
import { languages } from './languages.ts';
import { manifest } from './manifest.ts';

export default definePageModule(manifest, {
  routes: {
    register: () => import('./sign-in/register-page.tsx'),
    login: () => import('./sign-in/login-page.tsx'),
    verify: () => import('./sign-in/login-code-page.tsx'),
    emailCode: () => import('./sign-in/email-code-page.tsx'),
    resetPassword: () => import('./sign-in/reset-password-page.tsx'),
    confirm: () => import('./confirm/confirm-page.tsx'),
    updatePassword: () => import('./new-password/update-password-page.tsx'),
    account: () => import('./profile/account-page.tsx'),
    signIn: () => import('./security/sign-in-settings-page.tsx'),
    security: () => import('./security/security-page.tsx'),
    data: () => import('./data/data-page.tsx'),
    email: () => import('./email/email-page.tsx'),
    delete: () => import('./delete/delete-page.tsx'),
  },
  extensions: { protect: () => import('./second-factor/protect-account.tsx') },
  languages,
  start(context) {
    prefetchLogin(context);
    dropDraftsOfOthers(context);
  },
});

/**
 * Loads the log-in page ahead of time for signed-out visitors, so that "Log in" and every guarded page respond immediately.
 * Waits until the browser has loaded the page that the visitor opened.
 */
function prefetchLogin({ auth, signal }: PageModuleStart): void {
  if (auth.hasStoredSession()) return;
  // A failure changes nothing: the navigation loads the page again, and reports its own failure.
  const prefetch = () => void import('./sign-in/login-page.tsx').catch(() => undefined);
  if (document.readyState === 'complete') prefetch();
  else window.addEventListener('load', prefetch, { once: true, signal });
}
