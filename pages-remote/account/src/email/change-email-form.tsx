import { useState } from 'react';
import { Alert, TextField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { emailField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { MAIL_PAUSE_SECONDS } from '../form/mail-pause.ts';
import { isSameAddress } from '../form/same-address.ts';
import { useAddressPause } from '../form/use-address-pause.ts';
import { useForm } from '../form/use-form.ts';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { CHANGE_MAIL } from './change-mail.ts';
import { emailText } from './email-messages.ts';
import { PendingChange } from './pending-change.tsx';

const TAKEN = ['email_exists', 'user_already_exists'];

/** The address that the account has, and a field for another one. */
export function ChangeEmailForm() {
  const present = useAuth((auth) => auth.user?.email) ?? '';
  const pending = useAuth((auth) => auth.user?.new_email);
  const [pendingBefore] = useState(pending);
  const updateEmail = useAuth((auth) => auth.updateEmail);
  const [typed, setTyped] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const pause = useAddressPause(CHANGE_MAIL);
  // Of a change that is asked for here, the form's own answer tells.
  const showsPending = pending !== undefined && pending === pendingBefore && sentTo === null;
  // Of one under way before, its own button says how long it has to wait.
  const secondsLeft = showsPending && typed === '' ? 0 : pause.pauseFor(typed);
  const form = useForm({
    name: 'change-email',
    fields: [
      {
        ...emailField,
        check: (value) => emailField.check(value) ?? (isSameAddress(value, present) ? emailText('same') : null),
      },
    ],
    fieldOfCode: { email_exists: 'email', user_already_exists: 'email', email_address_invalid: 'email', validation_failed: 'email' },
    explain,
    async send(read) {
      const email = read('email').trim();
      setSentTo(null);
      await updateEmail(email);
      setSentTo(email);
      pause.start(email, MAIL_PAUSE_SECONDS);
    },
  });
  return (
    <>
      <dl className="atrium-facts">
        <dt>{emailText('present')}</dt>
        <dd>{present}</dd>
      </dl>
      {showsPending && <PendingChange pause={pause} />}
      <Form form={form} pause={secondsLeft} submit={emailText('submit')} wayOut={<EnterCodeLink failure={form.failure} />}>
        <p className="atrium-muted">{emailText('introduction')}</p>
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          enterKeyHint="send"
          error={form.errors.get('email')}
          inputMode="email"
          label={emailText('newEmail')}
          name="email"
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          required
          spellCheck={false}
          type="email"
          value={typed}
        />
        {sentTo !== null && <Answer present={present} sentTo={sentTo} />}
      </Form>
    </>
  );
}

/** The same answer for every address, unless the service changes addresses at once. */
function Answer({ present, sentTo }: { readonly present: string; readonly sentTo: string }) {
  return (
    <Alert tone="success">
      {isSameAddress(present, sentTo) ? (
        <p>{emailText('changed', { email: present })}</p>
      ) : (
        <>
          <p>{emailText('sent', { email: sentTo })}</p>
          <p>{emailText('sentAdvice', { present })}</p>
        </>
      )}
    </Alert>
  );
}

function explain(failure: ActionFailure): string {
  return TAKEN.includes(failure.code) ? emailText('taken') : explainFactorFailure(failure);
}
