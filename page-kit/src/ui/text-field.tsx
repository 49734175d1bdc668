import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentPropsWithRef<'input'>, 'children' | 'id' | 'className'> {}

/** A line of text with its label. Everything else goes to the `input`, such as `autoComplete` and `inputMode`. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}
