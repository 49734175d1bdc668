import { connect as connectClient, type Connect } from '@atrium/auth-core/client';
import { Card, PageHeading } from '@atrium/page-kit/ui';
import { clientText } from './client-messages.ts';

/** All that loads with supabase-js, as one chunk: nothing in it is needed before a session exists. */
export { ConfirmIdentity } from './confirm-identity.tsx';
export { LogInAgain } from './log-in-again.tsx';

/** Connects the client of the tab. Offers to reload when the site has other credentials. */
export const connect: Connect = (credentials) => connectClient(credentials, { onStaleCredentials: offerReload });

async function offerReload(): Promise<void> {
  const { showToast } = await import('@atrium/page-kit/site');
  showToast({
    tone: 'error',
    text: clientText('stale.text'),
    action: { label: clientText('stale.reload'), run: () => window.location.reload() },
  });
}

/** What `RequireAuth` shows to a signed-in user who lacks the permission that the page needs. */
export function NotPermitted() {
  return (
    <div className="atrium-page atrium-page-form" data-atrium-no-page="">
      <PageHeading title={clientText('guard.notPermittedHeading')} />
      <Card>
        <p>{clientText('guard.notPermittedAdvice')}</p>
      </Card>
    </div>
  );
}
