import { type ComponentPropsWithRef, useId } from 'react';
import classes from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'children' | 'className' | 'id' | 'type'> {
  readonly label: string;
  /** What is wrong and what to do about it. */
  readonly error: string | undefined;
}

/** A box to tick, with its label beside it. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  const errorId = error && `${id}-error`;
  return (
    <div className="atrium-field">
      <label className={classes['choice']} htmlFor={id}>
        <input {...input} aria-describedby={errorId} aria-invalid={error ? true : undefined} className={classes['box']} id={id} type="checkbox" />
        <span>{label}</span>
      </label>
      {error && (
        <p className="atrium-field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
