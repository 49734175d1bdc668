import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface SignInDialogProps {
  readonly heading: string;
  /** Called for Escape and "back". Without it, the dialog stays. */
  readonly onCancel?: () => void;
  /** Hides everything behind the dialog but the site's name, as on the log-in page. */
  readonly coversPage?: boolean;
  readonly children: ReactNode;
}

/** A dialog in front of a page, in which its user logs in. */
export function SignInDialog({ heading, onCancel, coversPage = false, children }: SignInDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  const show = () => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    // The browser would focus the first field, which can be read-only.
    dialog.current.querySelector<HTMLElement>('input:not([readonly]), button')?.focus();
  };
  // Before the first paint: the card has the styles of an open one.
  useLayoutEffect(() => {
    const shown = dialog.current;
    show();
    return () => shown?.close();
  }, []);

  // In the body: an open dialog of the page has hidden the rest of the document from screen readers.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      className={coversPage ? 'atrium-card atrium-covering-dialog' : 'atrium-card'}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      onClose={() => {
        // Browsers close it on a second Escape anyway.
        if (dialog.current?.open === false) onCancel?.();
        // The page behind it stays hidden until its user has logged in.
        show();
      }}
    >
      <div className="atrium-stack">
        <h2 id={headingId}>{heading}</h2>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
