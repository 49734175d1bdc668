import { TextField, type TextFieldProps } from '@atrium/page-kit/ui';
import { formText } from './messages.ts';

// The auth service decides what a valid email address or password is. These checks only spare users a request that cannot succeed.

/** The check of {@link EmailField}, for `useForm`. */
export const emailField = {
  name: 'email',
  inDraft: true,
  check(value: string) {
    if (value.trim() === '') return formText('emailMissing');
    return /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : formText('emailIncomplete');
  },
} as const;

/** The check of a field for the password that the account already has, for `useForm`. */
export const passwordField = {
  name: 'password',
  check: (value: string) => (value === '' ? formText('passwordMissing') : null),
} as const;

/** The email address that identifies an account: password managers store it as the `username`. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      autoComplete="username"
      {...props}
      autoCapitalize="none"
      inputMode="email"
      label={formText('email')}
      name="email"
      required
      spellCheck={false}
      type="email"
    />
  );
}
