import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert, Card, expectPageArrival, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { failureOf, type ActionFailure } from '../failure/action-failure.ts';
import { HOME, readNextPath, withNextPath } from '../visitor/next-path.ts';
import { providerText } from './messages.ts';
import { explainProviderCode, explainProviderFailure } from './provider-failure.ts';

/** What a provider, and the auth service after it, put into the URL. */
interface Return {
  /** Exchanged for a session, in the browser that left for the provider. */
  readonly code: string | null;
  /** Why there is none. */
  readonly errorCode: string;
  readonly next: string | null;
}

/** Whether a return address belongs to a provider, not to a mailed link. */
export function isProviderReturn({ search }: { readonly search: string }): boolean {
  return new URLSearchParams(search).get('type') === 'provider';
}

function readReturn({ search, hash }: { readonly search: string; readonly hash: string }): Return {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))];
  const errorCode = query.get('error_code') ?? fragment.get('error_code') ?? query.get('error') ?? fragment.get('error') ?? 'flow_state_not_found';
  return { code: query.get('code'), errorCode, next: readNextPath(search) };
}

/**
 * Logs in after the provider's page, or says why not. Unlike a mailed link, it needs no button: the code works only in the browser
 * that started the log-in (RFC 7636), so a link from someone else does not work.
 */
export function ProviderReturn({ parts }: { readonly parts: { readonly search: string; readonly hash: string } }) {
  const [{ code, errorCode, next }] = useState(() => readReturn(parts));
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const redeemLink = useAuth((auth) => auth.redeemLink);
  const isSignedIn = useAuth((auth) => auth.isAuthenticated);
  const navigate = useNavigate();
  const target = next ?? HOME;

  useEffect(() => {
    // Removes the secret from the address bar, the history and every later Referer. This page keeps it in memory.
    window.history.replaceState({ ...window.history.state, usr: null }, '', window.location.pathname);
    if (code === null) return;
    redeemLink({ code }).then(
      () => navigate(target, { replace: true }),
      (error: unknown) => {
        expectPageArrival();
        setFailure(failureOf(error));
      },
    );
  }, [code, navigate, redeemLink, target]);

  if (code !== null && failure === null) {
    return (
      <div className="atrium-page atrium-page-form">
        <PageHeading title={providerText('returning')} />
        <Card>
          <Skeleton lines={2} />
        </Card>
      </div>
    );
  }
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={providerText(isSignedIn ? 'notLinked' : 'failed')} />
      <Card>
        <Alert>
          <p>{failure ? explainProviderFailure(failure) : (explainProviderCode(errorCode) ?? providerText('otherFailure'))}</p>
        </Alert>
        <div>
          {/* A signed-in user wanted to link an account. */}
          <LinkButton to={isSignedIn ? target : withNextPath('/login', next)}>{providerText(isSignedIn ? 'goOn' : 'again')}</LinkButton>
        </div>
      </Card>
    </div>
  );
}
