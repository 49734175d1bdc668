import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import type { MailedLink } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { confirmText } from './confirm-messages.ts';
import { DeadLink } from './dead-link.tsx';
import { isDeadLink } from './is-dead-link.ts';
import { readMailedLink } from './read-mailed-link.ts';

/**
 * `/auth/confirm`: redeems a mailed link when a person presses the button, and not before, so that a mail scanner
 * which opens the link cannot use it up.
 */
export default function ConfirmPage() {
  const { pathname, search, hash } = useLocation();
  const [address] = useState(() => readMailedLink(search, hash));
  const [deadCode, setDeadCode] = useState<string | null>(null);

  useEffect(() => {
    // The secret leaves the address bar, the history and every later Referer; this page keeps it in memory.
    window.history.replaceState(window.history.state, '', pathname);
  }, [pathname]);

  const isRecovery = address.type === 'recovery';
  if (deadCode !== null || address.refused || address.link === null) {
    return <DeadLink code={deadCode} missing={deadCode === null && !address.refused} type={address.type} />;
  }
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={confirmText(isRecovery ? 'titleRecovery' : 'titleOther')} />
      <Card>
        <p>{confirmText(isRecovery ? 'adviceRecovery' : 'adviceOther')}</p>
        <RedeemForm
          link={address.link}
          onDead={(code) => {
            expectPageArrival();
            setDeadCode(code);
          }}
          target={isRecovery ? '/update-password' : (address.next ?? '/account')}
        />
      </Card>
    </div>
  );
}

interface RedeemFormProps {
  readonly link: MailedLink;
  /** Path to go on to. */
  readonly target: string;
  /** Called with the error code when the link can never be redeemed. */
  readonly onDead: (code: string) => void;
}

function RedeemForm({ link, target, onDead }: RedeemFormProps) {
  const redeemLink = useAuth((auth) => auth.redeemLink);
  const navigate = useNavigate();
  const form = useForm({
    fields: [],
    async send() {
      try {
        await redeemLink(link);
      } catch (error) {
        const failure = readActionFailure(error);
        if (!failure || !isDeadLink(failure)) throw error;
        onDead(failure.code);
        return;
      }
      await navigate(target, { replace: true });
    },
  });
  return <Form form={form} submit={confirmText('continue')} />;
}
