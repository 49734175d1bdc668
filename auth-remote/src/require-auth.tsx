import type { Assurance, AssuranceLevel, RequireAuthProps, SessionEnd, User } from '@atrium/page-kit/contract/auth';
import { withoutLink } from '@atrium/page-kit/link-secrets';
import { Alert, Button, Card, PageHeading } from '@atrium/page-kit/ui';
import { createContext, createElement, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useAuth, useAuthContext } from './auth-context.ts';
import { guardText } from './guard-messages.ts';

/** Shows its children to signed-in users with the needed level and permission, and leads others to where they get it. */
export function RequireAuth({ children, assurance, permission }: RequireAuthProps) {
  const { signIn, sessionScreens } = useAuthContext();
  const user = useAuth((auth) => auth.user);
  const token = useAuth((auth) => auth.session?.access_token);
  const status = useAuth((auth) => auth.status);
  const ended = useAuth((auth) => auth.ended);
  const missing = missingAssurance(useAuth((auth) => auth.assurance), assurance);
  const isPermitted = useAuth(({ permissions }) => permission === undefined || permissions.includes(permission));
  const { pathname, search, hash } = useLocation();
  const [before, setShown] = useState<ShownPage | null>(null);

  // During rendering, as React advises for derived state: no frame shows the page to the wrong user.
  const shown = nextShownPage(before, { user, ended, isAdmitted: missing === null && isPermitted });
  if (shown !== before) setShown(shown);

  useEffect(() => {
    signIn.recheckAssurance();
  }, [signIn, token]);

  if (shown !== null) {
    const { userId, email, isSuspended } = shown;
    const screens = isSuspended ? sessionScreens() : null;
    return (
      <SuspendablePage
        key={userId}
        isSuspended={isSuspended}
        overlay={screens !== null && createElement(screens.LogInAgain, { email })}
      >
        {children}
      </SuspendablePage>
    );
  }
  const next = encodeURIComponent(pathname + withoutLink({ search, hash }));
  if (missing === 'code') return <Navigate to={`/login/verify?next=${next}`} replace />;
  if (user !== null && missing === null) {
    const screens = sessionScreens();
    return screens && createElement(screens.NotPermitted);
  }
  if (user !== null) return <Navigate to={`/account/security?needs=aal2&next=${next}`} replace />;
  if (status === 'failed') return <StartFailed />;
  if (status === 'starting' && signIn.hasStoredSession()) {
    return (
      <div className="atrium-page">
        <p role="status" className="atrium-muted">
          {guardText('checking')}
        </p>
      </div>
    );
  }
  return <Navigate to={`/login?next=${next}`} replace />;
}

/** What a signed-in user has to do before a page shows: enter a code, or set up a second factor first. */
type MissingAssurance = 'code' | 'factor' | null;

function missingAssurance({ currentLevel, nextLevel }: Assurance, needed: AssuranceLevel | undefined): MissingAssurance {
  if (currentLevel === 'aal2' || needed === 'aal1') return null;
  if (nextLevel === 'aal2') return 'code';
  return needed === 'aal2' ? 'factor' : null;
}

/** A guarded page on screen, and its user. */
interface ShownPage {
  readonly userId: string;
  readonly email: string;
  /** The service ended the session while the page was open. The page waits until the same user logs in again. */
  readonly isSuspended: boolean;
}

/** What the guard decides from. */
interface GuardInput {
  readonly user: User | null;
  readonly ended: SessionEnd | null;
  /** Whether the user has the needed level and permission. */
  readonly isAdmitted: boolean;
}

/** The page on screen after a change; null if no page may stay on screen. */
function nextShownPage(shown: ShownPage | null, { user, ended, isAdmitted }: GuardInput): ShownPage | null {
  if (user === null) {
    // A user who logged out, here or in another tab, leaves the page. Logging in again in place needs an email address.
    if (shown === null || ended !== 'revoked' || shown.email === '') return null;
    return shown.isSuspended ? shown : { ...shown, isSuspended: true };
  }
  const email = user.email ?? '';
  const isSameUser = shown?.userId === user.id;
  // Between password and code, the page stays suspended. Another user's page is removed.
  if (!isAdmitted) return isSameUser && shown.isSuspended ? shown : null;
  return isSameUser && !shown.isSuspended && shown.email === email ? shown : { userId: user.id, email, isSuspended: false };
}

/** Whether a page around this one is suspended, and shows an overlay. */
const OuterPageSuspended = createContext(false);

interface SuspendablePageProps {
  /** Hides the page and makes it inert. Its state stays. */
  readonly isSuspended: boolean;
  /** Shown in front of the suspended page. */
  readonly overlay: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page that can be suspended without losing what the user typed. It is hidden meanwhile: the user may have logged out
 * in another tab and left.
 */
function SuspendablePage({ isSuspended, overlay, children }: SuspendablePageProps) {
  const isCovered = useContext(OuterPageSuspended);
  return (
    <>
      <div inert={isSuspended} style={{ display: 'contents', visibility: isSuspended ? 'hidden' : undefined }}>
        <OuterPageSuspended value={isSuspended}>{children}</OuterPageSuspended>
      </div>
      <FocusReturn isSuspended={isSuspended} />
      {!isCovered && overlay}
    </>
  );
}

/** Returns the focus after the suspension. Rendered before the overlay, which takes the focus: effects run in that order. */
function FocusReturn({ isSuspended }: Pick<SuspendablePageProps, 'isSuspended'>) {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isSuspended) {
      focused.current = document.activeElement;
      return;
    }
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isSuspended]);
  return null;
}

/** Explains a failed start-up, with a button that tries again. */
function StartFailed() {
  const error = useAuth((auth) => auth.error);
  const retryStart = useAuth((auth) => auth.retryStart);
  const retry = () => {
    // The card shows the next failure too: it is in the state.
    retryStart().catch(() => undefined);
  };
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={guardText('failedHeading')} />
      <Card>
        <div className="atrium-stack">
          <Alert>
            {error !== null && <p>{error}</p>}
            <p>{guardText('failedAdvice')}</p>
          </Alert>
          <Button tone="primary" onClick={retry}>
            {guardText('retry')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
