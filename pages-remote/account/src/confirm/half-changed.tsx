import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { confirmText } from './confirm-messages.ts';

/** The first of the two links that change an address was opened: the other mailbox has one, too. */
export function HalfChanged() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText('halfTitle')} />
      <Card>
        <p>{confirmText('halfAdvice')}</p>
        <LinkButton to="/account">{confirmText('account')}</LinkButton>
      </Card>
    </div>
  );
}
