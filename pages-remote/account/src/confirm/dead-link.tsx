import { Link } from 'react-router-dom';
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
  const isReset = type === 'recovery' || type === 'invite';
  const takesAddress = isReset || type === 'signup' || type === 'email' || type === null;
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(missing ? 'missingTitle' : 'deadTitle')} />
      <Card>
        <p className="atrium-lead">{confirmText(otherBrowser ? 'otherBrowser' : missing ? 'missingExplanation' : 'deadExplanation')}</p>
        {type === 'email_change' && <ChangeAgain />}
        {type === 'magiclink' && <LinkButton to={withNextPath('/login/code', next)}>{confirmText('newCode')}</LinkButton>}
        {takesAddress && (isReset ? <NewResetForm /> : <NewConfirmationForm next={next} />)}
        {/* A link that was opened in another browser has confirmed the address, and its password may be refused. */}
        {takesAddress && !isReset && (type === null || otherBrowser) && (
          <LinkButton to="/reset-password" tone="quiet">
            {formText('forgotPassword')}
          </LinkButton>
        )}
      </Card>
      {takesAddress && (
        <p>
          {!isReset && confirmText('maybeConfirmed')} <Link to={withNextPath('/login', next)}>{formText('logIn')}</Link>
        </p>
      )}
    </div>
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
    />
  );
}

/** The same for a link to choose a password. Its pause is that of `/reset-password`. */
function NewResetForm() {
  const requestMail = useAuth((auth) => auth.resetPassword);
  return (
    <MailRequestForm
      name="reset-password"
      requestMail={requestMail}
      sent={(email) => <p role="status">{confirmText('resetSent', { email })}</p>}
      submit={confirmText('send')}
    />
  );
}
