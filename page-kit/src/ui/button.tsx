import type { ComponentPropsWithRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** What a {@link Button} takes beside the attributes of `<button>`. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary` for the main action of a view, `danger` for the last step of a deletion, and `quiet` (the default) for everything else. */
  readonly tone?: 'primary' | 'quiet' | 'danger';
  /** The action is still running: the button keeps its focus, name and width, and ignores clicks. */
  readonly busy?: boolean;
  /** The button cannot be used now, but can be focused, so that users can read why. */
  readonly unavailable?: boolean;
}

/** A button, of `type="button"` by default. */
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
        // Pressing Enter in a field of a form also clicks its submit button.
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** What a {@link LinkButton} takes beside the props of a link of the router. */
export interface LinkButtonProps extends LinkProps {
  readonly tone?: 'primary' | 'quiet';
}

/** A link that looks like a button, for the main way on from a screen. */
export function LinkButton({ tone = 'primary', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`atrium-button atrium-button-${tone} ${className}`} />;
}
