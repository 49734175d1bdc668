import { Card, PageHeading } from '@atrium/page-kit/ui';
import { clientText } from '../client/client-messages.ts';

/** What a guard shows to somebody who is signed in, but may not do what the page is for. */
export function NotPermitted() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={clientText('guard.notPermittedHeading')} />
      <Card>
        <p>{clientText('guard.notPermittedAdvice')}</p>
      </Card>
    </div>
  );
}
