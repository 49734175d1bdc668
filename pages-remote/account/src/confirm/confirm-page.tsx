import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import type { MailedLink, MailedLinkType } from '@atrium/page-kit/contract/auth';
import { auth as handle, useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { withNextPath } from '../next-path.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { ChangedEmail, type EmailChange } from './changed-email.tsx';
import { confirmText } from './confirm-messages.ts';
import { DeadLink } from './dead-link.tsx';
import { isDeadLink } from './is-dead-link.ts';
import { OpenAccount, replacedAccount } from './open-account.tsx';
import { handedLink, readMailedLink, type LinkParts, type MailedLinkAddress } from './read-mailed-link.ts';
import { needsPassword } from '../new-password/needs-password.ts';

/**
 * `/auth/confirm`: redeems a mailed link when a person presses the button, and not before, so that a mail scanner
 * which opens the link cannot use it up.
 */
export default function ConfirmPage() {
  const location = useLocation();
  // The shell takes links out of the address, but a release of it may be older than this page.
  const link = handedLink(location.state) ?? location;
  return <MailedLinkPage key={link.search + link.hash} parts={link} />;
}

function MailedLinkPage({ parts }: { readonly parts: LinkParts }) {
  const { pathname } = useLocation();
  const [address] = useState(() => readMailedLink(parts));
  const [deadCode, setDeadCode] = useState<string | null>(null);
  const [change, setChange] = useState<EmailChange | null>(address.halfChanged ? 'half' : null);

  useEffect(() => {
    // The secret leaves the address bar, the history and every later Referer; this page keeps it in memory.
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
        <p>{confirmText(`advice${kind}`)}</p>
        <OpenAccount link={address.link} />
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
    </div>
  );
}

/** Where a redeemed link leads: to a password first, where one was forgotten or the account has none. */
function targetOf({ type, next }: MailedLinkAddress): string {
  if (type === 'recovery') return '/update-password';
  return type === 'invite' || needsPassword(handle.getAuth().user) ? withNextPath('/update-password', next) : (next ?? '/account');
}

/** What pressing the button does, as far as people are told. */
function kindOf(type: MailedLinkType | null): 'Recovery' | 'EmailChange' | 'Other' {
  if (type === 'recovery') return 'Recovery';
  return type === 'email_change' ? 'EmailChange' : 'Other';
}

interface RedeemFormProps {
  readonly link: MailedLink;
  readonly address: MailedLinkAddress;
  /** Called with the error code when the link can never be redeemed. */
  readonly onDead: (code: string) => void;
  /** Called when the link was for a change of the address. */
  readonly onChange: (outcome: EmailChange) => void;
}

function RedeemForm({ link, address, onDead, onChange }: RedeemFormProps) {
  const redeemLink = useAuth((auth) => auth.redeemLink);
  const sessionIsRead = useAuth((auth) => auth.retryStart);
  const warnedOf = useAuth((auth) => replacedAccount(link, auth.user)?.id);
  const navigate = useNavigate();
  const form = useForm({
    name: 'confirm',
    fields: [],
    async send() {
      await sessionIsRead();
      const { user } = handle.getAuth();
      // The warning has come on screen only now: it has to be read before the next press.
      if (replacedAccount(link, user)?.id !== warnedOf) return;
      try {
        await redeemLink(link);
      } catch (error) {
        const failure = readActionFailure(error);
        if (!failure || !isDeadLink(failure)) throw error;
        onDead(failure.code);
        return;
      }
      // The first of two token hashes brings no session: a person who is signed in here stays so, with the old address.
      const isHalf = 'tokenHash' in link && handle.getAuth().user?.email === user?.email;
      if (address.type === 'email_change') onChange(isHalf ? 'half' : 'done');
      else await navigate(targetOf(address), { replace: true });
    },
  });
  return <Form form={form} submit={confirmText('continue')} />;
}
