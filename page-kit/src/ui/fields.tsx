import { type AriaAttributes, type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import { uiText } from './ui-messages.ts';

/** Props for the control of a field, which connect it with the label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A control with its label, help and error. */
export interface FieldProps {
  /** The visible name of the control. */
  readonly label: string;
  /** Help that is always shown, below the label. */
  readonly hint?: string | undefined;
  /** What is wrong with the value, and how to fix it. */
  readonly error?: string | undefined;
  /** Renders the control with the given props. */
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label, hint and error around a control. `TextField` and `PasswordField` use it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  const hintId = hint && `${id}-hint`;
  const errorId = error && `${id}-error`;
  return (
    <div className="atrium-field">
      <label className="atrium-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="atrium-hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: 'atrium-input',
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p className="atrium-field-error" id={errorId} role="alert">
          {error}
        </p>
      ) : (
        // Keeps the height of a fixed error: otherwise a button below would move just before the user presses it.
        lastError && <p aria-hidden="true" className="atrium-field-error" data-last-error={lastError} />
      )}
    </div>
  );
}

/** The page's own description and mark of an error, beside those of the field. */
function withOwn(input: AriaAttributes, control: AriaAttributes): AriaAttributes {
  return {
    'aria-describedby': [input['aria-describedby'], control['aria-describedby']].filter(Boolean).join(' ') || undefined,
    'aria-invalid': control['aria-invalid'] ?? input['aria-invalid'],
  };
}

/** What a {@link TextField} takes beside the attributes of `<input>`. */
export interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentPropsWithRef<'input'>, 'children' | 'id' | 'className'> {}

/** A line of text with its label. All other props go to the `input`, such as `autoComplete` and `inputMode`. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => <input {...input} {...control} {...withOwn(input, control)} />}
    </Field>
  );
}

/** What a {@link PasswordField} takes beside the attributes of `<input>`. */
export interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** Tells password managers what to do: `current-password` to log in, `new-password` to choose a password. */
  readonly autoComplete: 'current-password' | 'new-password';
}

/**
 * A password with its label and a button that shows it. Warns about Caps Lock after the first key, because browsers do not
 * report it earlier.
 */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => (
        // The handlers are on a wrapper, so that the page can pass its own to the input.
        <div
          className="atrium-password"
          onBlur={() => {
            setCapsLock(false);
          }}
          onKeyUp={(event) => {
            // Tab leaves the input, so its keyup event comes from the button.
            setCapsLock(event.target instanceof HTMLInputElement && event.getModifierState('CapsLock'));
          }}
        >
          <input autoCapitalize="none" spellCheck={false} {...input} {...control} {...withOwn(input, control)} type={shown ? 'text' : 'password'} />
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
