import { TextField, type TextFieldProps } from '@atrium/page-kit/ui';
import { formText } from './form-messages.ts';

/** What others call the person. */
export function NameField(props: Omit<TextFieldProps, 'label'>) {
  return <TextField {...props} autoCapitalize="words" autoComplete="name" label={formText('name')} name="name" required />;
}
