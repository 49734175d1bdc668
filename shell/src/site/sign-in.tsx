import { useState, useTransition, type ReactNode } from 'react';
import { AuthModuleContext } from './auth-module-context.ts';
import { SignInUnavailable } from './sign-in-unavailable.tsx';
import type { SiteLoads } from './site-loads.ts';
import { useLoad } from './use-load.ts';

/**
 * Wraps every page in the auth remote's `AuthProvider`. Without the auth remote the site still shows what needs no
 * sign-in, and says so.
 */
export function SignIn({ loads, waiting, children }: {
  readonly loads: SiteLoads;
  /** Shown until it is known whether the auth remote can be had. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}) {
  // The load is state: the notice stays until the retry's load has come to something.
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
      await next.promise;
      setLoad(next);
    });
  return (
    <>
      <SignInUnavailable retrying={retrying} onRetry={retry} />
      {children}
    </>
  );
}
