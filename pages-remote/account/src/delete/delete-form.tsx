import { type ComponentPropsWithRef, useId } from 'react';
import { PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { passwordField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import formClasses from '../layout/settings-form.module.css';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { hasPassword } from '../visitor/user-metadata.ts';
import classes from './delete.module.css';
import { deleteText } from './messages.ts';

const understoodField = {
  name: 'understood',
  check: (value: string) => (value === '' ? deleteText('notUnderstood') : null),
} as const;

/** Asks for the password and an explicit confirmation. The user of an account without a password confirms that it is them instead. */
export function DeleteForm({ deleteWith }: { readonly deleteWith: (password: string | undefined) => Promise<void> }) {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const asksPassword = useAuth((auth) => hasPassword(auth.user));
  const form = useForm({
    name: 'delete',
    fields: [...(asksPassword ? [passwordField] : []), understoodField],
    isDangerous: !asksPassword,
    hasDraft: false,
    fieldOfCode: { invalid_credentials: 'password' },
    explain,
    send: (read) => deleteWith(asksPassword ? read('password') : undefined),
  });
  return (
    <Form form={form} className={formClasses['rows']} submit={deleteText('submit')} tone="danger" wayOut={<EnterCodeLink failure={form.failure} />}>
      {asksPassword && (
        <>
          {/* Tells password managers which account the password belongs to. */}
          <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
          <PasswordField
            autoComplete="current-password"
            enterKeyHint="next"
            error={form.errors.get('password')}
            label={deleteText('password')}
            name="password"
            required
          />
        </>
      )}
      <Checkbox error={form.errors.get('understood')} label={deleteText('understood')} name="understood" required />
    </Form>
  );
}

/** The texts of codes that mean something else here than on other screens. `NOT_FOUND`: the project has no deletion function. */
const TEXT_OF_CODE = { invalid_credentials: 'wrongPassword', no_password: 'noPassword', unfinished: 'unfinished', reauthentication_needed: 'notRecent', network: 'lost', timeout: 'lost', NOT_FOUND: 'notOffered' } as const;

function explain(failure: ActionFailure): string {
  return hasText(failure.code) ? deleteText(TEXT_OF_CODE[failure.code]) : explainFactorFailure(failure);
}

function hasText(code: string): code is keyof typeof TEXT_OF_CODE {
  return Object.hasOwn(TEXT_OF_CODE, code);
}

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'children' | 'className' | 'id' | 'type'> {
  readonly label: string;
  readonly error: string | undefined;
}

function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  const errorId = error && `${id}-error`;
  return (
    <div className="atrium-field">
      <label className={classes['choice']} htmlFor={id}>
        <input {...input} aria-describedby={errorId} aria-invalid={error ? true : undefined} className={`atrium-checkbox ${classes['box']}`} id={id} type="checkbox" />
        <span>{label}</span>
      </label>
      {error && (
        <p className="atrium-field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
