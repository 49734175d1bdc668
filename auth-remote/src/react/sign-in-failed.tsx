import { Alert, Button, Card, PageHeading } from '@atrium/page-kit/ui';
import { text } from '../messages.ts';
import { useAuth } from './use-auth.ts';
import { useTabAuth } from './use-tab-auth.ts';

/** What a guard shows when the start-up failed: why, what to do, and a way to try again. */
export function SignInFailed() {
  const tab = useTabAuth();
  const error = useAuth((auth) => auth.error);
  const retry = () => {
    // A new failure is in the state, and so on this card.
    tab.getAuth().retryStart().catch(() => undefined);
  };
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={text('guard.failedHeading')} />
      <Card>
        <div className="atrium-stack">
          <Alert>
            {error !== null && <p>{error}</p>}
            <p>{text('guard.failedAdvice')}</p>
          </Alert>
          <Button tone="primary" onClick={retry}>
            {text('guard.retry')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
