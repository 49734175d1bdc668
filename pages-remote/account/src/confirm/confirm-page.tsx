import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Alert, Card, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import type { MailedLink, MailedLinkType } from '@atrium/page-kit/contract/auth';
import { auth as handle, useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { isProviderReturn, ProviderReturn } from '../providers/provider-return.tsx';
import { withNextPath } from '../visitor/next-path.ts';
import { needsPassword } from '../visitor/user-metadata.ts';
import { DeadLink, isDeadLink } from './dead-link.tsx';
import { confirmText } from './messages.ts';
import { linkFromShell, type LinkParts, type MailedLinkAddress, readMailedLink } from './read-mailed-link.ts';

/** What a link did to the email address of an account: changed it, or confirmed the first of its two mailboxes. */
type EmailChange = 'half' | 'done';

/**
 * `/auth/confirm`: logs in after the page of another provider, and redeems a mailed link only when the user presses the
 * button, because mail scanners open links too.
 */
export default function ConfirmPage() {
  const location = useLocation();
  // The shell removes links from the URL. An older release of the shell leaves them there.
  const link = linkFromShell(location.state) ?? location;
  const key = link.search + link.hash;
  return isProviderReturn(link) ? <ProviderReturn key={key} parts={link} /> : <MailedLinkPage key={key} parts={link} />;
}

function MailedLinkPage({ parts }: { readonly parts: LinkParts }) {
  const { pathname } = useLocation();
  const [address] = useState(() => readMailedLink(parts));
  const [deadCode, setDeadCode] = useState<string | null>(null);
  const [change, setChange] = useState<EmailChange | null>(address.halfChanged ? 'half' : null);

  useEffect(() => {
    // Removes the secret from the address bar, the history and every later Referer. This page keeps it in memory.
    window.history.replaceState({ ...window.history.state, usr: null }, '', pathname);
  }, [pathname]);

  if (change !== null) return <ChangedEmail change={change} />;
  if (deadCode !== null || address.refused || address.link === null) {
    return <DeadLink code={deadCode} missing={deadCode === null && !address.refused} next={address.next} type={address.type} />;
  }
  const kind = kindOf(address.type);
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(`title${kind}`)} />
      <Card>
        <p className="atrium-lead">{confirmText(`advice${kind}`)}</p>
        <OpenAccountWarning />
        <RedeemForm
          link={address.link}
          onDead={(code) => {
            expectPageArrival();
            setDeadCode(code);
          }}
          onChange={(outcome) => {
            expectPageArrival();
            setChange(outcome);
          }}
          address={address}
        />
      </Card>
      <p>{confirmText('notYou')}</p>
    </div>
  );
}

/** Where a redeemed link leads: to a new password first, when it was forgotten or the account has none. */
function targetOf({ type, next }: MailedLinkAddress): string {
  if (type === 'recovery') return '/update-password';
  return type === 'invite' || needsPassword(handle.getAuth().user) ? withNextPath('/update-password', next) : (next ?? '/account');
}

/** The kind of the link as its texts distinguish it. */
function kindOf(type: MailedLinkType | null): 'Recovery' | 'EmailChange' | 'LogIn' | 'Other' {
  if (type === 'recovery') return 'Recovery';
  if (type === 'magiclink') return 'LogIn';
  return type === 'email_change' ? 'EmailChange' : 'Other';
}

interface RedeemFormProps {
  readonly link: MailedLink;
  readonly address: MailedLinkAddress;
  /** Called with the error code when the link can never be redeemed. */
  readonly onDead: (code: string) => void;
  /** Called after the link changed the email address, or confirmed one of its mailboxes. */
  readonly onChange: (outcome: EmailChange) => void;
}

function RedeemForm({ link, address, onDead, onChange }: RedeemFormProps) {
  const redeemLink = useAuth((auth) => auth.redeemLink);
  const loadSession = useAuth((auth) => auth.retryStart);
  const warnedAbout = useAuth((auth) => auth.user?.id);
  const navigate = useNavigate();
  const form = useForm({
    name: 'confirm',
    fields: [],
    async send() {
      await loadSession();
      const { user } = handle.getAuth();
      // The warning appeared only after the press. The user has to read it before pressing again.
      if (user?.id !== warnedAbout) return;
      try {
        await redeemLink(link);
      } catch (error) {
        const failure = readActionFailure(error);
        if (!failure || !isDeadLink(failure)) throw error;
        onDead(failure.code);
        return;
      }
      // The first of two token hashes returns no session: a signed-in user stays signed in, with the old email address.
      const isHalf = 'tokenHash' in link && handle.getAuth().user?.email === user?.email;
      if (address.type === 'email_change') onChange(isHalf ? 'half' : 'done');
      else await navigate(targetOf(address), { replace: true });
    },
  });
  return <Form form={form} submit={confirmText('continue')} />;
}

/**
 * Warns a signed-in user that the link may log them into another account. The service reveals the account of a link only when it is
 * redeemed, and what an unverified access token says about it can be forged.
 */
function OpenAccountWarning() {
  const user = useAuth((auth) => auth.user);
  return user === null ? null : <Alert tone="info">{confirmText('otherAccount', { email: user.email ?? '' })}</Alert>;
}

/** Confirms a change of the email address, or asks for the second link. */
function ChangedEmail({ change }: { readonly change: EmailChange }) {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(change === 'half' ? 'halfTitle' : 'changedTitle')} />
      <Card>
        <p className="atrium-lead">{change === 'half' ? confirmText('halfAdvice') : confirmText('changedAdvice', { email })}</p>
        <LinkButton to="/account">{confirmText('account')}</LinkButton>
      </Card>
    </div>
  );
}
