import { useState } from 'react';
import { Alert } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { EmailField } from '../form/email-field.tsx';
import { emailField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { MAIL_PAUSE_SECONDS } from '../form/mail-pause.ts';
import { useCountdown } from '../form/use-countdown.ts';
import { useForm } from '../form/use-form.ts';
import { confirmText } from './confirm-messages.ts';

/** Asks for another confirmation mail, on the way to `next`, where only the person knows the address. */
export function NewConfirmationForm({ next }: { readonly next: string | null }) {
  const resend = useAuth((auth) => auth.resendConfirmation);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [pause, startPause] = useCountdown();
  const form = useForm({
    fields: [emailField],
    async send(read) {
      const email = read('email').trim();
      setSentTo(null);
      await resend(email, next);
      setSentTo(email);
      startPause(MAIL_PAUSE_SECONDS);
    },
  });
  return (
    <Form form={form} pause={pause} submit={confirmText('send')} tone="quiet">
      <EmailField error={form.errors.get('email')} />
      {sentTo !== null && (
        <Alert tone="success">
          <p>{confirmText('sent', { email: sentTo })}</p>
        </Alert>
      )}
    </Form>
  );
}
