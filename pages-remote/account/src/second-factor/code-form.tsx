import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { CODE_ERRORS, codeField, readCode } from './code-check.ts';
import { CodeField } from './code-field.tsx';
import { explainFactorFailure } from './explain-factor-failure.ts';
import { factorText } from './factor-messages.ts';
import { phoneHint } from './factor-name.ts';
import { PhoneCodeForm } from './phone-code-form.tsx';

interface CodeFormProps {
  readonly factor: Pick<Factor, 'id' | 'type' | 'phone'>;
  /** What the person calls it, where there are others whose codes look the same. */
  readonly name?: string | undefined;
  readonly onVerified?: () => void;
  /** The field takes the focus as it appears. */
  readonly takesFocus?: boolean | undefined;
}

/** Asks for a code of a factor, and has it verified: the session is of level `aal2` then. */
export function CodeForm({ factor, name, ...rest }: CodeFormProps) {
  if (factor.type === 'phone') return <PhoneCodeForm factorId={factor.id} key={factor.id} place={phoneHint(factor.phone)} {...rest} />;
  return <AppCodeForm factorId={factor.id} key={factor.id} name={name} {...rest} />;
}

interface AppCodeFormProps extends Omit<CodeFormProps, 'factor'> {
  readonly factorId: string;
}

function AppCodeForm({ factorId, name, onVerified, takesFocus }: AppCodeFormProps) {
  const mfa = useAuth((auth) => auth.mfa);
  const form = useForm({
    name: 'app-code',
    fields: [codeField],
    keepsTyping: false,
    fieldOfCode: CODE_ERRORS,
    explain: explainFactorFailure,
    async send(read) {
      // Only now: an app needs no notice, and a challenge that waits for somebody to find their phone runs out.
      const { challengeId } = await mfa.challenge(factorId);
      await mfa.verify({ factorId, challengeId, code: readCode(read('code')) });
      onVerified?.();
    },
  });
  return (
    <Form form={form} submit={factorText('verify')}>
      <CodeField error={form.errors.get('code')} hint={name === undefined ? factorText('fromApp') : factorText('fromNamedApp', { name })} takesFocus={takesFocus} />
    </Form>
  );
}
