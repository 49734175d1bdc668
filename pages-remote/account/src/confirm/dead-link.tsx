import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import type { MailedLinkType } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { formText } from '../form/messages.ts';
import { MailRequestForm } from '../mail/mail-request-form.tsx';
import { withNextPath } from '../visitor/next-path.ts';
import { confirmText } from './messages.ts';

/** Error codes for a link that was requested in another browser, which has the secret that belongs to it. */
const OTHER_BROWSER_CODES = ['bad_code_verifier', 'pkce_code_verifier_not_found', 'flow_state_not_found'];

/** Whether a link can never be redeemed here, because the service processed the request and refused it. */
export function isDeadLink({ code, status }: ActionFailure): boolean {
  return OTHER_BROWSER_CODES.includes(code) || (status >= 400 && status < 500 && status !== 408 && status !== 429);
}

interface DeadLinkProps {
  /** The error code with which the service refused the link on this page, if it was tried here. */
  readonly code: string | null;
  /** The URL contained no link. */
  readonly missing: boolean;
  readonly type: MailedLinkType | null;
  /** Page of this site to continue to. */
  readonly next: string | null;
}

/** Explains why a link does not work, and offers a new one. */
export function DeadLink({ code, missing, type, next }: DeadLinkProps) {
  const otherBrowser = code !== null && OTHER_BROWSER_CODES.includes(code);
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(missing ? 'missingTitle' : 'deadTitle')} />
      <Card>
        <p className="atrium-lead">{confirmText(otherBrowser ? 'otherBrowser' : missing ? 'missingExplanation' : 'deadExplanation')}</p>
        {type === 'email_change' && <ChangeAgain />}
        {type === 'magiclink' && <LinkButton to={withNextPath('/login/code', next)}>{confirmText('newCode')}</LinkButton>}
        {(type === 'signup' || type === 'email' || type === null) && <ConfirmAgain next={next} />}
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
      <p className="atrium-muted">{confirmText('maybeConfirmed')}</p>
      <LinkButton to={withNextPath('/login', next)}>{formText('logIn')}</LinkButton>
      <NewConfirmationForm next={next} />
    </>
  );
}

function ChangeAgain() {
  return (
    <>
      <p className="atrium-muted">{confirmText('maybeChanged')}</p>
      <LinkButton to="/account/email">{confirmText('newChange')}</LinkButton>
    </>
  );
}

/** Asks for the email address, which only the user knows, and sends another confirmation mail. */
function NewConfirmationForm({ next }: { readonly next: string | null }) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  return (
    <MailRequestForm
      name="new-confirmation"
      requestMail={(address) => resend(address, next)}
      sent={(email) => <p role="status">{confirmText('sent', { email })}</p>}
      submit={confirmText('send')}
      tone="quiet"
    >
      <p className="atrium-muted">{confirmText('newConfirmation')}</p>
    </MailRequestForm>
  );
}
