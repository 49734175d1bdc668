import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { confirmText } from './confirm-messages.ts';

/** What a link did to the address of an account: changed it, or was the first of two, of which the other mailbox has the second. */
export type EmailChange = 'half' | 'done';

/** Says what has become of a change of the address. */
export function ChangedEmail({ change }: { readonly change: EmailChange }) {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(change === 'half' ? 'halfTitle' : 'changedTitle')} />
      <Card>
        <p>{change === 'half' ? confirmText('halfAdvice') : confirmText('changedAdvice', { email })}</p>
        <LinkButton to="/account">{confirmText('account')}</LinkButton>
      </Card>
    </div>
  );
}
