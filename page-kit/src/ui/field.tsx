import { type ReactNode, useId, useState } from 'react';

/** What a field hands to the control in it, so that label, hint and error belong to it. */
export interface FieldControl {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** Stands below the label before anything is wrong. */
  readonly hint?: string | undefined;
  /** What is wrong with the value and what to do about it. */
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label, hint and error around a control. `TextField` and `PasswordField` are made of it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const [said, setSaid] = useState(error);
  if (error && error !== said) setSaid(error);
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
        // Keeps its place when it is mended: what stands below would move while somebody is about to press it.
        said && <p aria-hidden="true" className="atrium-field-error" data-said={said} />
      )}
    </div>
  );
}
