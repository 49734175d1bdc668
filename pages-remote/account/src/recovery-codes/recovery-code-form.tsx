import { showToast } from '@atrium/page-kit/site';
import { Alert, TextField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useLoaded } from '../form/use-loaded.ts';
import { recoveryText } from './messages.ts';
import { explainRecoveryFailure } from './recovery-failure.ts';

const recoveryCodeField = {
  name: 'recovery-code',
  check: (typed: string) => (typed.trim() === '' ? recoveryText('fieldMissing') : null),
} as const;

/**
 * Asks for a recovery code and verifies it, which raises the session to level `aal2`, then says how many codes are left. If all are used,
 * says that instead of asking.
 */
export function RecoveryCodeForm() {
  const { verify, status } = useAuth((auth) => auth.mfa.recoveryCodes);
  // Until it is known, and if it cannot be read, the user can enter a code.
  const { data: codes } = useLoaded(status);
  const form = useForm({
    name: 'recovery-code',
    fields: [recoveryCodeField],
    fieldOfCode: { mfa_verification_failed: recoveryCodeField.name },
    hasDraft: false,
    explain: explainRecoveryFailure,
    async send(read) {
      await verify(read(recoveryCodeField.name).trim());
      // The user is logged in. If the number cannot be read, the security page still shows it.
      status().then(({ remaining }) => showToast({ text: remaining === 0 ? recoveryText('usedLast') : recoveryText('usedOne', { count: remaining }) }), () => undefined);
    },
  });
  if (codes?.isAvailable && codes.remaining === 0) {
    return (
      <Alert tone="info">
        <p>{recoveryText('noneLeft')}</p>
      </Alert>
    );
  }
  return (
    <Form form={form} submit={recoveryText('verify')}>
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        // It appears in place of the button that the user pressed.
        autoFocus
        dir="ltr"
        enterKeyHint="go"
        error={form.errors.get(recoveryCodeField.name)}
        hint={recoveryText('fieldHint')}
        label={recoveryText('field')}
        name={recoveryCodeField.name}
        required
        spellCheck={false}
        type="text"
      />
    </Form>
  );
}
