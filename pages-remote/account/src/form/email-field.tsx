import { TextField, type TextFieldProps } from '@atrium/page-kit/ui';
import { formText } from './form-messages.ts';

/** The email by which an account is known: `username` to password managers. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      autoCapitalize="none"
      autoComplete="username"
      inputMode="email"
      label={formText('email')}
      name="email"
      required
      spellCheck={false}
      type="email"
    />
  );
}
