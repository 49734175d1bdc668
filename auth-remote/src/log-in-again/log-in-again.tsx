import { useId, useLayoutEffect, useRef } from 'react';
import { clientText } from '../client/client-messages.ts';
import { useAuth } from '../react/use-auth.ts';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';

export interface LogInAgainProps {
  /** The address of the person whose page waits. */
  readonly email: string;
}

/** A dialog in front of a page whose session ended by itself: says why and logs the same person in again, with a code where needed. */
export function LogInAgain({ email }: LogInAgainProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isAuthenticated = useAuth((auth) => auth.isAuthenticated);

  const show = () => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    // The first field would get the focus, and it is only there to be read.
    dialog.current.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  };
  // Before the first paint: the card is styled as one that is open.
  useLayoutEffect(() => {
    const shown = dialog.current;
    show();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="atrium-card"
      onCancel={(event) => {
        event.preventDefault();
      }}
      // Browsers close on a second Escape all the same, and the page below cannot be used without a session.
      onClose={show}
    >
      <div className="atrium-stack">
        <h2 id={heading}>{clientText('again.heading')}</h2>
        {isAuthenticated ? <CodeStep /> : <PasswordStep email={email} />}
      </div>
    </dialog>
  );
}
