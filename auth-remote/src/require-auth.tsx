import { allowsEmail } from '@atrium/auth-core/allowed-methods';
import type { Assurance, AssuranceLevel, RequireAuthProps, SessionEnd, User } from '@atrium/page-kit/contract/auth';
import { withoutLink } from '@atrium/page-kit/link-secrets';
import { Alert, Button, Card, PageHeading, PageSuspended } from '@atrium/page-kit/ui';
import { createElement, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useAuth, useAuthContext, type SessionScreens } from './auth-context.ts';
import { guardText } from './guard-messages.ts';
import { useIsRecent } from './use-is-recent.ts';

/** Shows its children to signed-in users with the needed level, permission and recent log-in, and redirects others to where they can get it. */
export function RequireAuth({ children, assurance, permission, maxAge }: RequireAuthProps) {
  const { signIn, sessionScreens } = useAuthContext();
  const user = useAuth((auth) => auth.user);
  const token = useAuth((auth) => auth.session?.access_token);
  const status = useAuth((auth) => auth.status);
  const ended = useAuth((auth) => auth.ended);
  const reached = useAuth((auth) => auth.assurance);
  const missing = missingAssurance(reached, assurance);
  const isPermitted = useAuth(({ permissions }) => permission === undefined || permissions.includes(permission));
  const isRecent = useIsRecent(maxAge);
  const { pathname, search, hash } = useLocation();
  const [before, setShown] = useState<ShownPage | null>(null);

  // During rendering, as React advises for derived state: no frame shows the page to the wrong user.
  const shown = nextShownPage(before, { user, ended, missing, isPermitted, hasCode: reached.currentLevel === 'aal2', isRecent });
  if (shown !== before) setShown(shown);

  useEffect(() => {
    signIn.recheckAssurance();
  }, [signIn, token]);

  if (shown !== null) {
    const { user: owner, isOpened, suspension } = shown;
    const screens = suspension === null ? null : sessionScreens();
    return (
      <SuspendablePage
        key={owner.id}
        isSuspended={suspension !== null}
        overlay={screens !== null && (suspension === 'revoked' ? createElement(screens.LogInAgain, { user: owner }) : <ConfirmToContinue isOpened={isOpened} screens={screens} />)}
      >
        {isOpened && children}
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
  readonly user: User;
  /** False for a page that has only shown its dialog so far. */
  readonly isOpened: boolean;
  /** Whether the page was shown in a session with the code of a second factor. */
  readonly hadCode: boolean;
  /**
   * Why the page waits until the same user has logged in again: the service ended the session while the page was open, or a session
   * without the code of the second factor has replaced it (`revoked`), or the last log-in is too old for the page.
   */
  readonly suspension: 'revoked' | 'old' | null;
}

/** What the guard decides from. */
interface GuardInput {
  readonly user: User | null;
  readonly ended: SessionEnd | null;
  readonly missing: MissingAssurance;
  readonly isPermitted: boolean;
  /** Whether the user has entered the code of a second factor in this session. */
  readonly hasCode: boolean;
  /** Whether the last log-in is recent enough. */
  readonly isRecent: boolean;
}

/** The page on screen after a change; null if no page may stay on screen. */
function nextShownPage(shown: ShownPage | null, { user, ended, missing, isPermitted, hasCode, isRecent }: GuardInput): ShownPage | null {
  if (user === null) {
    // A user who logged out, here or in another tab, leaves the page. Others log in again in place, with an email address.
    if (shown?.isOpened !== true || ended !== 'revoked' || !allowsEmail() || (shown.user.email ?? '') === '') return null;
    return shown.suspension === 'revoked' ? shown : { ...shown, suspension: 'revoked' };
  }
  // Another user's page is removed.
  const before = shown?.user.id === user.id ? shown : null;
  if (missing !== null || !isPermitted) {
    if (missing !== 'code') return null;
    // Between password and code, the page stays suspended.
    if (before?.suspension === 'revoked') return before;
    // A mailed link that the user opened in another tab logs in without a code.
    return before?.isOpened === true && before.hadCode ? { ...before, suspension: 'revoked' } : null;
  }
  const isOpened = isRecent || before?.isOpened === true;
  const suspension = isRecent ? null : 'old';
  const isSame = before?.user === user && before.isOpened === isOpened && before.hadCode === hasCode && before.suspension === suspension;
  return isSame ? before : { user, isOpened, hadCode: hasCode, suspension };
}

interface ConfirmToContinueProps {
  readonly screens: SessionScreens;
  /** Whether the page behind the dialog may contain what the user typed. */
  readonly isOpened: boolean;
}

/** The dialog in front of a page for which the last log-in is too old. Cancelling it leaves the page. */
function ConfirmToContinue({ screens, isOpened }: ConfirmToContinueProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const leave = () => void (hasEarlierPage(key) ? navigate(-1) : navigate('/', { replace: true }));
  return <screens.ConfirmIdentity isLeftByButtonOnly={isOpened} onCancel={leave} />;
}

/** Whether "back" leads to a page of the site. React Router numbers its entries of the browser's history, and a router in memory only has keys. */
function hasEarlierPage(key: string): boolean {
  const state: unknown = window.history.state;
  if (typeof state === 'object' && state !== null && 'idx' in state) return typeof state.idx === 'number' && state.idx > 0;
  return key !== 'default';
}

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
  // A page around this one already shows an overlay.
  const isCovered = useContext(PageSuspended);
  return (
    <>
      <div inert={isSuspended} style={{ display: 'contents', visibility: isSuspended ? 'hidden' : undefined }}>
        <PageSuspended value={isSuspended || isCovered}>{children}</PageSuspended>
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

/** Explains a failed start-up, with a button that tries again. The reason is on the console: it is for those who run the site. */
function StartFailed() {
  const retryStart = useAuth((auth) => auth.retryStart);
  const retry = () => {
    // The card shows the next failure too: it is in the state.
    retryStart().catch(() => undefined);
  };
  return (
    <div className="atrium-page atrium-page-form" data-atrium-no-page="">
      <PageHeading title={guardText('failedHeading')} />
      <Card>
        <div className="atrium-stack">
          <Alert>
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
