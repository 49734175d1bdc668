import { useCallback } from 'react';
import { PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { nameOf } from '../profile/name-of.ts';
import { SHORTEST_PASSWORD } from './new-password-check.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { strengthText } from './strength-messages.ts';
import { usePasswordStrength } from './use-password-strength.ts';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly error: string | undefined;
}

/** The field, of the name `password`, in which a password is chosen: with a hint before, and how strong it is while it is typed. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const name = useAuth((auth) => nameOf(auth.user));
  const personal = useCallback((input: HTMLInputElement) => [name, ...otherFields(input)], [name]);
  const [strength, watch] = usePasswordStrength(personal);
  return (
    <div className="atrium-field">
      <PasswordField
        autoComplete="new-password"
        enterKeyHint="go"
        error={error}
        hint={strengthText('hint', { count: SHORTEST_PASSWORD })}
        label={label}
        name="password"
        onInput={(event) => {
          watch(event.currentTarget);
        }}
        required
      />
      <StrengthMeter strength={strength} />
    </div>
  );
}

/** What stands in the other fields of the form: a name, an address. Another password is nothing personal. */
function otherFields(input: HTMLInputElement): string[] {
  if (!input.form) return [];
  return [...new FormData(input.form)].flatMap(([name, value]) => (/password$/i.test(name) || typeof value !== 'string' ? [] : value));
}
