import { Button } from '@atrium/page-kit/ui';
import { ResendConfirmation } from '../form/resend-confirmation.tsx';
import { registerText } from './register-messages.ts';

interface ConfirmationSentProps {
  readonly email: string;
  /** Path that the person is on the way to. */
  readonly next: string | null;
  readonly onOtherAddress: () => void;
}

/** What to do after registering where addresses have to be confirmed: the same for known and unknown addresses. */
export function ConfirmationSent({ email, next, onOtherAddress }: ConfirmationSentProps) {
  return (
    <div className="atrium-stack">
      <p>{registerText('sentTo', { email })}</p>
      <p className="atrium-muted">{registerText('sentAdvice')}</p>
      <ResendConfirmation email={email} justSent next={next} />
      <div>
        <Button onClick={onOtherAddress}>{registerText('otherAddress')}</Button>
      </div>
    </div>
  );
}
