import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
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
  /** Ids of further apps, whose codes are as good: codes look the same, and nobody can see which one is asked for. */
  readonly otherApps?: readonly string[];
  readonly onVerified?: () => void;
  /** The field takes the focus as it appears. */
  readonly takesFocus?: boolean | undefined;
}

/** Asks for a code of a factor, and has it verified: the session is of level `aal2` then. */
export function CodeForm({ factor, otherApps = [], ...rest }: CodeFormProps) {
  if (factor.type === 'phone') return <PhoneCodeForm factorId={factor.id} key={factor.id} place={phoneHint(factor.phone)} {...rest} />;
  return <AppCodeForm apps={[factor.id, ...otherApps]} key={factor.id} {...rest} />;
}

interface AppCodeFormProps extends Omit<CodeFormProps, 'factor' | 'otherApps'> {
  /** Ids of the factors, one at least. */
  readonly apps: readonly string[];
}

function AppCodeForm({ apps, onVerified, takesFocus }: AppCodeFormProps) {
  const mfa = useAuth((auth) => auth.mfa);
  const form = useForm({
    name: 'app-code',
    fields: [codeField],
    keepsTyping: false,
    fieldOfCode: CODE_ERRORS,
    explain: explainFactorFailure,
    async send(read) {
      const code = readCode(read('code'));
      for (const [index, factorId] of apps.entries()) {
        try {
          // Only now: an app needs no notice, and a challenge that waits for somebody to find their phone runs out.
          const { challengeId } = await mfa.challenge(factorId);
          await mfa.verify({ factorId, challengeId, code });
          break;
        } catch (error) {
          const isOfAnother = readActionFailure(error)?.code === 'mfa_verification_failed' && index < apps.length - 1;
          if (!isOfAnother) throw error;
        }
      }
      onVerified?.();
    },
  });
  return (
    <Form form={form} submit={factorText('verify')}>
      <CodeField error={form.errors.get('code')} hint={factorText(apps.length > 1 ? 'fromApps' : 'fromApp')} takesFocus={takesFocus} />
    </Form>
  );
}
