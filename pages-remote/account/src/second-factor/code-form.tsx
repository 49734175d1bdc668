import type { ReactNode } from 'react';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { readActionFailure } from '../failure/action-failure.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { CODE_ERRORS, CodeField, codeField } from './code-field.tsx';
import { explainFactorFailure } from './factor-failure.tsx';
import { phoneHint } from './factor-name.ts';
import { factorText } from './messages.ts';
import { PhoneCodeForm } from './phone-code-form.tsx';

interface CodeFormProps {
  readonly factor: Pick<Factor, 'id' | 'type' | 'phone'>;
  /** Ids of further apps whose codes are accepted: all codes look the same, so the user cannot tell which app is meant. */
  readonly otherApps?: readonly string[];
  readonly onVerified?: () => void;
  /** The field takes the focus when it appears. */
  readonly takesFocus?: boolean | undefined;
  /** A button beside "Verify". */
  readonly beside?: ReactNode;
}

/** Asks for a code of a factor and verifies it, which raises the session to level `aal2`. */
export function CodeForm({ factor, otherApps = [], ...rest }: CodeFormProps) {
  if (factor.type === 'phone') return <PhoneCodeForm factorId={factor.id} key={factor.id} phone={phoneHint(factor.phone)} {...rest} />;
  return <AppCodeForm apps={[factor.id, ...otherApps]} key={factor.id} {...rest} />;
}

interface AppCodeFormProps extends Omit<CodeFormProps, 'factor' | 'otherApps'> {
  /** Ids of the factors, at least one. */
  readonly apps: readonly string[];
}

function AppCodeForm({ apps, onVerified, takesFocus, beside }: AppCodeFormProps) {
  const mfa = useAuth((auth) => auth.mfa);
  const form = useForm({
    name: 'app-code',
    fields: [codeField],
    hasDraft: false,
    fieldOfCode: CODE_ERRORS,
    explain: explainFactorFailure,
    async send(read) {
      const code = read('code');
      for (const [index, factorId] of apps.entries()) {
        try {
          // Challenges expire, so the challenge is created only now: an app does not need one to show a code.
          const { challengeId } = await mfa.challenge(factorId);
          await mfa.verify({ factorId, challengeId, code });
          break;
        } catch (error) {
          const canBeOfNextApp = readActionFailure(error)?.code === 'mfa_verification_failed' && index < apps.length - 1;
          if (!canBeOfNextApp) throw error;
        }
      }
      onVerified?.();
    },
  });
  return (
    <Form beside={beside} form={form} submit={factorText('verify')}>
      <CodeField error={form.errors.get('code')} hint={factorText(apps.length > 1 ? 'fromApps' : 'fromApp')} takesFocus={takesFocus} />
    </Form>
  );
}
