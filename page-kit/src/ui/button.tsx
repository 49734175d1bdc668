import type { ComponentPropsWithRef } from 'react';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary` for the one thing to do next; `quiet` (the default) and `danger` for everything else. */
  readonly tone?: 'primary' | 'quiet' | 'danger';
  /** What the button started is still running: it keeps focus, name and width, and ignores clicks. */
  readonly busy?: boolean;
  /** Cannot be used at the moment, but can be reached, so that people can read why. */
  readonly unavailable?: boolean;
}

/** A button. Of `type="button"` unless told otherwise. */
export function Button({ tone = 'quiet', busy = false, unavailable = false, className = '', onClick, ...rest }: ButtonProps) {
  const inert = busy || unavailable;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={inert || undefined}
      className={`atrium-button atrium-button-${tone} ${className}`}
      onClick={(event) => {
        // Enter in a form's field arrives here too, as a click on its submit button.
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
