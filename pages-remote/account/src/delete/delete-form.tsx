import { PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { Checkbox } from '../form/checkbox.tsx';
import { passwordField } from '../form/field-checks.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { EnterCodeLink } from '../second-factor/enter-code-link.tsx';
import { explainFactorFailure } from '../second-factor/explain-factor-failure.ts';
import { deleteText } from './delete-messages.ts';

const understood = {
  name: 'understood',
  check: (value: string) => (value === '' ? deleteText('notUnderstood') : null),
} as const;

/** The password, and a clear yes. */
export function DeleteForm({ deleteWith }: { readonly deleteWith: (password: string) => Promise<void> }) {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const form = useForm({
    name: 'delete',
    fields: [passwordField, understood],
    keepsTyping: false,
    fieldOfCode: { invalid_credentials: 'password' },
    explain,
    send: (read) => deleteWith(read('password')),
  });
  return (
    <Form form={form} submit={deleteText('submit')} tone="danger" wayOut={<EnterCodeLink failure={form.failure} />}>
      {/* Tells password managers whose password this is. */}
      <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
      <PasswordField
        autoComplete="current-password"
        enterKeyHint="next"
        error={form.errors.get('password')}
        label={deleteText('password')}
        name="password"
        required
      />
      <Checkbox error={form.errors.get('understood')} label={deleteText('understood')} name="understood" required />
    </Form>
  );
}

/** The codes that mean something else here than on other screens; the last is that of a project without the function. */
const own = { invalid_credentials: 'wrongPassword', no_password: 'noPassword', unfinished: 'unfinished', network: 'lost', timeout: 'lost', NOT_FOUND: 'notOffered' } as const;

function explain(failure: ActionFailure): string {
  return isOwn(failure.code) ? deleteText(own[failure.code]) : explainFactorFailure(failure);
}

function isOwn(code: string): code is keyof typeof own {
  return Object.hasOwn(own, code);
}
