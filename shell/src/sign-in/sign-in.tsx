import type { AuthModule, AuthState } from '@atrium/page-kit/contract/auth';
import { Button, expectPageArrival } from '@atrium/page-kit/ui';
import { createContext, useState, useTransition, type ReactNode } from 'react';
import { useLoad, useOnline } from '../runtime/hooks.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { message } from '../texts/messages.ts';

/** The auth remote for the shell's own components; null if it did not load. Page modules import the remote itself. */
export const AuthModuleContext = createContext<AuthModule | null>(null);

/** The name that the shell shows for a person: their own, or their email address. A stored session may have values of any type there. */
export function nameOf(user: AuthState['user']): string {
  const metadata: unknown = user?.user_metadata;
  const name: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'name') : undefined;
  return [name, user?.email].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';
}

/** Wraps every page in the auth remote's `AuthProvider`. Without the auth remote, the pages that need no sign-in still work below a notice. */
export function SignIn({ loads, waiting, children }: {
  readonly loads: SiteLoads;
  /** Shown until the auth remote has loaded or failed. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}) {
  // The load is state, so that the notice stays until a retry has loaded or failed.
  const [load, setLoad] = useState(() => loads.auth());
  const [retrying, startRetry] = useTransition();
  const outcome = useLoad(load);
  if (!outcome) return waiting;
  if (outcome.success) {
    const { AuthProvider } = outcome.value;
    return (
      <AuthProvider>
        <AuthModuleContext value={outcome.value}>{children}</AuthModuleContext>
      </AuthProvider>
    );
  }
  const retry = () =>
    startRetry(async () => {
      const next = loads.auth();
      const { success } = await next.promise;
      // The page appears again, inside the provider, so the focus is lost with the button.
      if (success) expectPageArrival();
      setLoad(next);
    });
  return (
    <>
      <SignInUnavailable retrying={retrying} onRetry={retry} />
      {children}
    </>
  );
}

function SignInUnavailable({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
  useOnline(onRetry);
  return (
    <div className="atrium-alert-error shell-notice">
      <p role="alert">{message('header.signInUnavailable')}</p>
      <Button busy={retrying} onClick={onRetry}>{message('failure.retry')}</Button>
    </div>
  );
}

/** Whether a stored session is still being checked. Until then the user counts neither as signed in nor as signed out. */
export function useIsSignInPending({ useAuth, auth }: AuthModule): boolean {
  return useAuth(({ status }) => status === 'starting') && auth.hasStoredSession();
}
