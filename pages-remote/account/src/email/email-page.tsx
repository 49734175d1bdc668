import { useEffect, useRef, useState } from 'react';
import { Alert, Button, TextField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { formText } from '../form/messages.ts';
import { emailField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { settingsText } from '../layout/messages.ts';
import classes from '../layout/settings-form.module.css';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import { MAIL_PAUSE_SECONDS } from '../mail/use-address-pause.ts';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { emailText } from './messages.ts';
import { PendingChange, useChangeMailPause } from './pending-change.tsx';

/** `/account/email`: changes the email address. The service mails a link to the new one, and to the current one when both must confirm. */
export default function EmailPage() {
  return (
    <SettingsPage section="signIn" title={emailText('title')}>
      <ChangeEmailForm />
    </SettingsPage>
  );
}

/** Error codes that mean that the email address already has an account. */
const TAKEN_CODES = ['email_exists', 'user_already_exists'];

function ChangeEmailForm() {
  const present = useAuth((auth) => auth.user?.email) ?? '';
  const pending = useAuth((auth) => auth.user?.new_email) ?? '';
  const updateEmail = useAuth((auth) => auth.updateEmail);
  const [typed, setTyped] = useState('');
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const pause = useChangeMailPause();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm({
    name: 'change-email',
    isDangerous: true,
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
      setAskedFor(null);
      await updateEmail(email);
      setAskedFor(email);
      setReplacing(false);
      setHasDraft(false);
      setTyped((now) => (isSameAddress(now, email) ? '' : now));
      pause.start(email, MAIL_PAUSE_SECONDS);
    },
  });
  // Hidden while a change waits, unless the user wants another address, or has typed one.
  const [isReplacing, setReplacing] = useState(false);
  const [hasDraft, setHasDraft] = useState(form.draft !== null);
  const isOpen = pending === '' || isReplacing || hasDraft || typed !== '';
  useEffect(() => {
    // The form that had the focus is gone.
    if (askedFor !== null && !isOpen) heading.current?.focus();
  }, [askedFor, isOpen]);
  return (
    <>
      <SettingRow heading={heading} title={pending === '' ? emailText('currentEmail') : formText('email')}>
        {pending === '' ? (
          <p>{present}</p>
        ) : (
          <PendingChange
            action={
              !isOpen && (
                <Button aria-label={emailText('title')} className="atrium-button-small" onClick={() => setReplacing(true)}>
                  {settingsText('change')}
                </Button>
              )
            }
            email={pending}
            pause={pause}
          />
        )}
        {/* A project can change the address without confirmation. */}
        {askedFor !== null && isSameAddress(present, askedFor) && (
          <Alert tone="success">
            <p>{emailText('changed', { email: present })}</p>
          </Alert>
        )}
      </SettingRow>
      {isOpen && (
        <Form
          // The draft has been sent before.
          form={isReplacing ? { ...form, draft: null } : form}
          className={classes['rows']}
          // The button of the pending change shows the pause of its own address.
          pause={typed === '' ? 0 : pause.pauseFor(typed)}
          submit={emailText('submit')}
          wayOut={<EnterCodeLink failure={form.failure} />}
        >
          <TextField
            autoCapitalize="none"
            autoComplete="email"
            // It appears in place of the button that the user pressed.
            autoFocus={isReplacing}
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
          {pending === '' && <p className="atrium-muted atrium-small">{emailText('introduction')}</p>}
        </Form>
      )}
    </>
  );
}

function explain(failure: ActionFailure): string {
  return TAKEN_CODES.includes(failure.code) ? emailText('taken') : explainFactorFailure(failure);
}

/** Whether two typed email addresses are the same account: the auth service stores them in lower case. */
function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
