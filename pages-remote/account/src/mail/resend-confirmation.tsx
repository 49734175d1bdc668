import { useAuth } from 'auth/auth';
import { MailAgain } from './mail-again.tsx';
import { mailText } from './messages.ts';

interface ResendConfirmationProps {
  readonly email: string;
  /** Path to continue to after the confirmation. */
  readonly next: string | null;
  /** The first mail was sent right before. */
  readonly justSent?: boolean;
  /** The button is as wide as the card, above the text. */
  readonly isWide?: boolean;
}

/** A button that sends the confirmation mail again. */
export function ResendConfirmation({ next, ...rest }: ResendConfirmationProps) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  return <MailAgain {...rest} label={mailText('resend')} name="resend-confirmation" requestMail={(address) => resend(address, next)} sent={mailText('sent')} />;
}
