import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Direction } from './direction.tsx';
import { InDialog } from './popup-container.ts';
import { primitivesText } from './primitives-messages.ts';
import { useOpener } from './use-opener.ts';

export interface DialogProps {
  readonly open: boolean;
  /** The person wants it gone: by Escape, or by the button in the corner. */
  readonly onClose: () => void;
  /** Its heading, and its accessible name. */
  readonly title: string;
  /** What it is about, which screen readers say with the name. */
  readonly description?: ReactNode;
  /** Buttons at its end. Those of a form stand in the form. */
  readonly actions?: ReactNode;
  /** What was begun is waited for: nothing closes it. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/**
 * A dialog above the page, which cannot be used meanwhile. The focus goes to its first control, stays in it, and returns
 * when it closes. A press beside it does nothing: what was typed would be lost with it.
 */
export function Dialog({ open, onClose, title, description, actions, busy = false, children }: DialogProps) {
  const opener = useOpener(open);
  return (
    <Direction>
      <Base.Root disablePointerDismissal onOpenChange={(next) => !next && !busy && onClose()} open={open}>
        <Base.Portal>
          <Base.Backdrop className="atrium-backdrop" />
          <Base.Viewport className="atrium-dialog-place">
            <Base.Popup className="atrium-dialog" finalFocus={opener}>
              <Base.Title className="atrium-dialog-title">{title}</Base.Title>
              {description !== undefined && <Base.Description className="atrium-dialog-text">{description}</Base.Description>}
              <InDialog value={true}>{children}</InDialog>
              {actions !== undefined && <div className="atrium-row"><InDialog value={true}>{actions}</InDialog></div>}
              {/* The last control: the first is what the dialog is for. */}
              <Base.Close aria-label={primitivesText('close')} className="atrium-icon-button atrium-dialog-close">
                <X aria-hidden="true" size={20} />
              </Base.Close>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}
