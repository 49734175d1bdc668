import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Auth, RequireAuthProps } from '../../contract/auth.ts';
import { withoutLink } from '../../contract/link-secrets.ts';
import { Alert, Button, Card, PageHeading } from '../../ui/ui.ts';
import { signIn } from './current-sign-in.ts';
import { missingFor } from './levels.ts';

/** Whose page is on screen, and whether the session ended under it. */
interface ShownPage {
  readonly userId: string;
  readonly waits: boolean;
}

/** Leads people as the auth remote's guard does, with its words. */
export function RequireAuth({ children, assurance, permission }: RequireAuthProps) {
  const { getAuth, subscribe, hasStoredSession, recheckAssurance } = signIn();
  const auth = useSyncExternalStore(subscribe, getAuth);
  const { pathname, search, hash } = useLocation();
  const [before, setShown] = useState<ShownPage | null>(null);
  const missing = missingFor(auth.assurance, assurance);
  const isPermitted = permission === undefined || auth.permissions.includes(permission);
  const shown = nextShown(before, auth, missing === null && isPermitted);
  if (shown !== before) setShown(shown);

  const token = auth.session?.access_token;
  useEffect(recheckAssurance, [recheckAssurance, token]);

  if (shown) return <KeptPage key={shown.userId} waits={shown.waits}>{children}</KeptPage>;
  const next = encodeURIComponent(pathname + withoutLink({ search, hash }));
  if (missing === 'code') return <Navigate to={`/login/verify?next=${next}`} replace />;
  if (auth.user !== null && missing === null) return <NotPermitted />;
  if (auth.user !== null) return <Navigate to={`/account/security?needs=aal2&next=${next}`} replace />;
  if (auth.status === 'failed') return <SignInFailed auth={auth} />;
  if (auth.status === 'starting' && hasStoredSession()) return <p role="status">Checking your sign-in …</p>;
  return <Navigate to={`/login?next=${next}`} replace />;
}

/** Who logged out wants to leave; where the service ended the session, the page waits until the same person is back. */
function nextShown(shown: ShownPage | null, { user, ended }: Auth, isAdmitted: boolean): ShownPage | null {
  if (user === null) {
    if (shown === null || ended !== 'revoked') return null;
    return shown.waits ? shown : { ...shown, waits: true };
  }
  const isSame = shown?.userId === user.id;
  if (!isAdmitted) return isSame && shown.waits ? shown : null;
  return isSame && !shown.waits ? shown : { userId: user.id, waits: false };
}

/** The page, kept with all that was typed while the person has to log in again. The real dialog asks for the password; here the test logs in. */
function KeptPage({ waits, children }: { readonly waits: boolean; readonly children: ReactNode }) {
  return (
    <>
      <div inert={waits} style={{ display: 'contents', visibility: waits ? 'hidden' : undefined }}>
        {children}
      </div>
      {waits && (
        <div role="dialog" aria-label="Log in again">
          <h2>Log in again</h2>
        </div>
      )}
    </>
  );
}

function NotPermitted() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title="This page is not for your account" />
      <Card>
        <p>You are signed in, but without the permission that it needs. Ask whoever runs the site for it, then log in anew.</p>
      </Card>
    </div>
  );
}

function SignInFailed({ auth: { error, retryStart } }: { readonly auth: Auth }) {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title="Your sign-in could not be checked" />
      <Card>
        <Alert>
          <p>{error}</p>
          <p>Nothing is lost. Check your connection, then try again.</p>
        </Alert>
        {/* A new failure is in the state, and so on this card. */}
        <Button tone="primary" onClick={() => void retryStart().catch(() => undefined)}>
          Try again
        </Button>
      </Card>
    </div>
  );
}
