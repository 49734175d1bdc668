import { useState } from 'react';
import { Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { uiText } from './ui-messages.ts';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** `current-password` to log in, `new-password` to choose one: password managers go by it. */
  readonly autoComplete: 'current-password' | 'new-password';
}

/**
 * A password with its label and a button that shows what was typed. Says that Caps Lock is on, which shows with the first
 * key: browsers do not tell before.
 */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => (
        // Around the input, so that a page's own handlers stay.
        <div
          className="atrium-password"
          onBlur={() => {
            setCapsLock(false);
          }}
          onKeyUp={(event) => {
            // The key that leaves the field comes up in the button.
            setCapsLock(event.target instanceof HTMLInputElement && event.getModifierState('CapsLock'));
          }}
        >
          <input autoCapitalize="none" spellCheck={false} {...input} {...control} type={shown ? 'text' : 'password'} />
          <button
            aria-controls={control.id}
            aria-description={label}
            className="atrium-password-toggle"
            onClick={() => setShown(!shown)}
            type="button"
          >
            {uiText(shown ? 'hidePassword' : 'showPassword')}
          </button>
          <p aria-live="polite" className="atrium-hint">
            {capsLock && uiText('capsLock')}
          </p>
        </div>
      )}
    </Field>
  );
}
