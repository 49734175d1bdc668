import { useAuth } from 'auth/auth';
import { MailRequestForm } from '../form/mail-request-form.tsx';
import { confirmText } from './confirm-messages.ts';

/** Asks for another confirmation mail, on the way to `next`, where only the person knows the address. */
export function NewConfirmationForm({ next }: { readonly next: string | null }) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  return (
    <MailRequestForm
      ask={(address) => resend(address, next)}
      name="new-confirmation"
      sent={(email) => <p>{confirmText('sent', { email })}</p>}
      submit={confirmText('send')}
      tone="quiet"
    />
  );
}
