import { useCallback, useId } from 'react';
import { PasswordField } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { inputText } from '../failure/input-messages.ts';
import { passwordField } from '../form/sign-in-fields.tsx';
import { nameOf } from '../visitor/user-metadata.ts';
import { StrengthMeter, usePasswordStrength } from './strength-meter.tsx';

/** `minimum_password_length` of supabase/config.toml. A project with a higher minimum reports it in its error. */
const MIN_LENGTH = 8;

/** The auth service's maximum, in bytes (bcrypt's limit, internal/api/password.go). */
const MAX_BYTES = 72;

/**
 * The most common leaked passwords with at least eight characters. A project with "Prevent use of leaked passwords" refuses
 * many more.
 */
const COMMON_PASSWORDS = new Set(
  [
    '00000000 11111111 11223344 12121212 12341234 12344321 12345678 123123123 123456789 1234567890 123456789a 1234qwer',
    '147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 66666666 77777777 87654321 88888888 987654321 99999999 aa123456',
    'aa12345678 abc12345 abcd1234 abcdefgh admin123 administrator asdf1234 asdfasdf asdfghjk asdfghjkl baseball changeme',
    'computer football hello123 iloveyou liverpool letmein1 microsoft p@ssw0rd p@ssword passw0rd password password! password1',
    'password12 password123 password1234 password123! passwort passwort1 princess q1w2e3r4 qazwsxedc qwer1234 qwerty12',
    'qwerty123 qwerty1234 qwertyui qwertyuiop qwertz123 qwertzui sunshine superman target123 test1234 trustno1 welcome1',
    'welcome123 whatever zaq12wsx zxcvbnm1 zxcvbnm123',
  ].flatMap((line) => line.split(' ')),
);

/** The check of {@link NewPasswordField}, for `useForm`. The auth service may have further rules. */
export const newPasswordField = {
  name: passwordField.name,
  check(value: string) {
    const missing = passwordField.check(value);
    if (missing !== null) return missing;
    if (value.length < MIN_LENGTH) return inputText('tooShort', { count: MIN_LENGTH });
    // Attackers try every capitalization.
    if (COMMON_PASSWORDS.has(value.toLowerCase())) return inputText('common');
    return new Blob([value]).size > MAX_BYTES ? inputText('tooLong', { count: MAX_BYTES }) : null;
  },
} as const;

interface NewPasswordFieldProps {
  readonly label: string;
  readonly error: string | undefined;
}

/** The field `password` in which a user chooses a new password, with a hint and a strength meter. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const name = useAuth((auth) => nameOf(auth.user));
  const personalWords = useCallback((input: HTMLInputElement) => [name, ...otherFields(input)], [name]);
  const [strength, update] = usePasswordStrength(personalWords);
  const adviceId = useId();
  return (
    <div className="atrium-field">
      <PasswordField
        aria-describedby={adviceId}
        aria-invalid={error === undefined ? undefined : true}
        autoComplete="new-password"
        enterKeyHint="go"
        label={label}
        name="password"
        onInput={(event) => {
          update(event.currentTarget);
        }}
        required
      />
      <StrengthMeter error={error} id={adviceId} minLength={MIN_LENGTH} strength={strength} />
    </div>
  );
}

/** The values of the other fields of the form, such as a name or an email address, but not of other password fields. */
function otherFields(input: HTMLInputElement): string[] {
  if (!input.form) return [];
  return [...new FormData(input.form)].flatMap(([name, value]) => (/password$/i.test(name) || typeof value !== 'string' ? [] : value));
}
