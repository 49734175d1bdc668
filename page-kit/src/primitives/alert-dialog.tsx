import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Direction } from './direction.tsx';
import { useOpener } from './use-opener.ts';

export interface AlertDialogProps {
  readonly open: boolean;
  /** The question, in a few words: its accessible name. */
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly description: ReactNode;
  /** Name of the button that does it: the act itself, never "OK". */
  readonly confirm: string;
  /** Name of the button that does nothing. */
  readonly cancel: string;
  /** `danger` (the default) where something is lost. */
  readonly tone?: 'danger' | 'primary';
  /** It is being done: nothing closes the question. */
  readonly busy?: boolean;
  /** Why it was not done. */
  readonly failure?: ReactNode;
  readonly onConfirm: () => void;
  /** The answer was the harmless one, or Escape. */
  readonly onCancel: () => void;
}

/** A question before something that is hard to undo. The harmless answer has the focus, for those who press too soon. */
export function AlertDialog({ open, title, description, confirm, cancel, tone = 'danger', busy = false, failure, onConfirm, onCancel }: AlertDialogProps) {
  const opener = useOpener(open);
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Direction>
      <Base.Root onOpenChange={(next) => !next && !busy && onCancel()} open={open}>
        <Base.Portal>
          <Base.Backdrop className="atrium-backdrop" />
          <Base.Viewport className="atrium-dialog-place">
            <Base.Popup className="atrium-dialog" finalFocus={opener} initialFocus={harmless}>
              <Base.Title className="atrium-dialog-title">{title}</Base.Title>
              <Base.Description className="atrium-dialog-text">{description}</Base.Description>
              {failure !== undefined && failure !== null && (
                <Alert>
                  <p>{failure}</p>
                </Alert>
              )}
              <div className="atrium-row">
                <Button busy={busy} onClick={onConfirm} tone={tone}>
                  {confirm}
                </Button>
                <Button onClick={onCancel} ref={harmless} unavailable={busy}>
                  {cancel}
                </Button>
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}
