import type { RequireAuthProps } from '@atrium/page-kit/contract/auth';
import { withoutLink } from '@atrium/page-kit/link-secrets';
import { createElement, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { text } from '../messages.ts';
import { KeptPage } from './kept-page.tsx';
import { missingAssurance } from './missing-assurance.ts';
import { nextShownPage, type ShownPage } from './shown-page.ts';
import { SignInFailed } from './sign-in-failed.tsx';
import { useAuth } from './use-auth.ts';
import { useTabAuth } from './use-tab-auth.ts';

/** Shows its children to signed-in people of the level that is needed, and leads everybody else to where they get it. */
export function RequireAuth({ children, assurance, permission }: RequireAuthProps) {
  const tab = useTabAuth();
  const user = useAuth((auth) => auth.user);
  const token = useAuth((auth) => auth.session?.access_token);
  const status = useAuth((auth) => auth.status);
  const ended = useAuth((auth) => auth.ended);
  const missing = missingAssurance(useAuth((auth) => auth.assurance), assurance);
  const isPermitted = useAuth(({ permissions }) => permission === undefined || permissions.includes(permission));
  const { pathname, search, hash } = useLocation();
  const [before, setShown] = useState<ShownPage | null>(null);

  // While rendering, as React advises for state that follows from other state: no frame shows the page to the wrong person.
  const shown = nextShownPage(before, { user, ended, isAdmitted: missing === null && isPermitted });
  if (shown !== before) setShown(shown);

  useEffect(() => {
    tab.recheckAssurance();
  }, [tab, token]);

  if (shown !== null) {
    const { userId, email, isWaiting } = shown;
    const screens = isWaiting ? tab.sessionScreens() : null;
    return (
      <KeptPage
        key={userId}
        isWaiting={isWaiting}
        over={screens !== null && createElement(screens.LogInAgain, { email })}
      >
        {children}
      </KeptPage>
    );
  }
  const next = encodeURIComponent(pathname + withoutLink({ search, hash }));
  if (missing === 'code') return <Navigate to={`/login/verify?next=${next}`} replace />;
  if (user !== null && missing === null) {
    const screens = tab.sessionScreens();
    return screens && createElement(screens.NotPermitted);
  }
  if (user !== null) return <Navigate to={`/account/security?needs=aal2&next=${next}`} replace />;
  if (status === 'failed') return <SignInFailed />;
  if (status === 'starting' && tab.hasStoredSession()) {
    return (
      <div className="atrium-page">
        <p role="status" className="atrium-muted">
          {text('guard.checking')}
        </p>
      </div>
    );
  }
  return <Navigate to={`/login?next=${next}`} replace />;
}
