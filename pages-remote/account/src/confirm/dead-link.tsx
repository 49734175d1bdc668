import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import type { MailedLinkType } from '@atrium/page-kit/contract/auth';
import { formText } from '../form/form-messages.ts';
import { withNextPath } from '../next-path.ts';
import { confirmText } from './confirm-messages.ts';
import { isForOtherBrowser } from './is-dead-link.ts';
import { NewConfirmationForm } from './new-confirmation-form.tsx';

interface DeadLinkProps {
  /** The error code that the link was refused with, where it was tried here. */
  readonly code: string | null;
  /** There was no link in the address. */
  readonly missing: boolean;
  readonly type: MailedLinkType | null;
  /** Page of this site that the link was to go on to. */
  readonly next: string | null;
}

/** Says why a link does not work, and how to get another. */
export function DeadLink({ code, missing, type, next }: DeadLinkProps) {
  const otherBrowser = code !== null && isForOtherBrowser(code);
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(missing ? 'missingTitle' : 'deadTitle')} />
      <Card>
        <p>{confirmText(otherBrowser ? 'otherBrowser' : missing ? 'missingExplanation' : 'deadExplanation')}</p>
        {type === 'email_change' && <ChangeAgain />}
        {type !== 'recovery' && type !== 'invite' && type !== 'email_change' && <ConfirmAgain next={next} />}
        {(type === 'recovery' || type === 'invite' || type === null) && (
          <LinkButton to="/reset-password" tone={type === null ? 'quiet' : 'primary'}>
            {confirmText('newResetLink')}
          </LinkButton>
        )}
      </Card>
    </div>
  );
}

function ConfirmAgain({ next }: { readonly next: string | null }) {
  return (
    <>
      <p>{confirmText('maybeConfirmed')}</p>
      <LinkButton to={withNextPath('/login', next)}>{formText('logIn')}</LinkButton>
      <p className="atrium-muted">{confirmText('newConfirmation')}</p>
      <NewConfirmationForm next={next} />
    </>
  );
}

function ChangeAgain() {
  return (
    <>
      <p>{confirmText('maybeChanged')}</p>
      <LinkButton to="/account/email">{confirmText('newChange')}</LinkButton>
    </>
  );
}
