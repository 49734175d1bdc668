import { useState, useTransition, type ReactNode } from 'react';
import { AuthModuleContext } from './auth-module-context.ts';
import { SignInUnavailable } from './sign-in-unavailable.tsx';
import type { SiteLoads } from './site-loads.ts';
import { useLoad } from './use-load.ts';

/**
 * Wraps every page in the auth remote's `AuthProvider`. Without the auth remote the site still shows what needs no
 * sign-in, and says so.
 */
export function SignIn({ loads, children }: { readonly loads: SiteLoads; readonly children: ReactNode }) {
  // The load is state: a render that is not part of the retry must not see the retry's load, and wait for it.
  const [load, setLoad] = useState(() => loads.auth());
  const [retrying, startRetry] = useTransition();
  const outcome = useLoad(load);
  if (outcome.success) {
    const { AuthProvider } = outcome.value;
    return (
      <AuthProvider>
        <AuthModuleContext value={outcome.value}>{children}</AuthModuleContext>
      </AuthProvider>
    );
  }
  return (
    <>
      <SignInUnavailable retrying={retrying} onRetry={() => startRetry(() => setLoad(loads.retryAuth()))} />
      {children}
    </>
  );
}
