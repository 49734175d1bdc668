import { TextField, type TextFieldProps } from '@atrium/page-kit/ui';
import { formText } from './messages.ts';

/** The check of {@link NameField}, for `useForm`. */
export const nameField = {
  name: 'name',
  inDraft: true,
  check: (value: string) => (value.trim() === '' ? formText('nameMissing') : null),
} as const;

/** The name that other users see. */
export function NameField(props: Omit<TextFieldProps, 'hint' | 'label'>) {
  return <TextField {...props} autoCapitalize="words" autoComplete="name" hint={formText('nameHint')} label={formText('name')} name="name" required />;
}
