import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert, Card, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { EmailField } from '../form/email-field.tsx';
import { emailField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { MAIL_PAUSE_SECONDS } from '../form/mail-pause.ts';
import { isSameAddress } from '../form/same-address.ts';
import { useCountdown } from '../form/use-countdown.ts';
import { useForm } from '../form/use-form.ts';
import { resetText } from './reset-password-messages.ts';

/** `/reset-password`: the same answer and the same pause whether the address is known or not. */
export default function ResetPasswordPage() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={resetText('title')} />
      <Card>
        <ResetPasswordForm />
      </Card>
      <p>
        <Link to="/login">{resetText('back')}</Link>
      </p>
    </div>
  );
}

function ResetPasswordForm() {
  const resetPassword = useAuth((auth) => auth.resetPassword);
  const [typed, setTyped] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [pause, startPause] = useCountdown();
  const form = useForm({
    fields: [emailField],
    fieldOfCode: { email_address_invalid: 'email', validation_failed: 'email' },
    async send(read) {
      const email = read('email').trim();
      setSentTo(null);
      await resetPassword(email);
      setSentTo(email);
      startPause(MAIL_PAUSE_SECONDS);
    },
  });
  // Somebody who mistyped the address need not wait.
  const pauseForTyped = sentTo !== null && isSameAddress(typed, sentTo) ? pause : 0;
  return (
    <Form form={form} pause={pauseForTyped} submit={resetText('submit')}>
      <p className="atrium-muted">{resetText('introduction')}</p>
      <EmailField
        error={form.errors.get('email')}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        value={typed}
      />
      {sentTo !== null && (
        <Alert tone="success">
          <p>{resetText('sent', { email: sentTo })}</p>
          <p>{resetText('sentAdvice')}</p>
        </Alert>
      )}
    </Form>
  );
}
