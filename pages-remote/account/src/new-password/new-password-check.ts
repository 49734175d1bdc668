import { inputRefusalMessage } from '../failure/input-refusal-messages.ts';
import { passwordField } from '../form/field-checks.ts';
import { isCommonPassword } from './common-passwords.ts';

/** `minimum_password_length` of supabase/config.toml. A project that wants more says so itself. */
export const SHORTEST_PASSWORD = 8;

/** In bytes: what the auth service takes (bcrypt's limit, internal/api/password.go). */
const LONGEST_PASSWORD = 72;

/** A password that is chosen. What else makes one good enough is for the auth service to say. */
export const newPasswordField = {
  name: passwordField.name,
  check(value: string) {
    const missing = passwordField.check(value);
    if (missing !== null) return missing;
    if (value.length < SHORTEST_PASSWORD) return inputRefusalMessage('tooShort', { count: SHORTEST_PASSWORD });
    if (isCommonPassword(value)) return inputRefusalMessage('common');
    return new Blob([value]).size > LONGEST_PASSWORD ? inputRefusalMessage('tooLong', { count: LONGEST_PASSWORD }) : null;
  },
} as const;
