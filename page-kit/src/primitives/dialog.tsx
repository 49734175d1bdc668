import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useContext, useLayoutEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { PageSuspended } from '../ui/page-suspended.ts';
import { Alert } from '../ui/surfaces.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { Direction, InDialog } from './popup-environment.tsx';
import { primitivesText } from './primitives-messages.ts';

/** A dialog in front of the page. */
export interface DialogProps {
  /** Whether it is on screen. */
  readonly open: boolean;
  /** Called when the user closes it with Escape, the button in the corner or, on touch screens, "back". */
  readonly onClose: () => void;
  /** Its heading and accessible name. */
  readonly title: string;
  /** Its accessible description. */
  readonly description?: ReactNode;
  /** Buttons at its end. The buttons of a form belong in the form. */
  readonly actions?: ReactNode;
  /** An action is running: the user cannot close the dialog. */
  readonly busy?: boolean;
  /** `large` is a little wider, for fields beside each other. `window` fills the window, for example with a picture: on a dark ground, with the actions beside the title. */
  readonly size?: 'large' | 'window';
  /** The content below the title. */
  readonly children?: ReactNode;
}

/**
 * A modal dialog. The focus moves to its first control, stays inside, and returns when it closes. A click outside does nothing,
 * because it would discard form input.
 */
export function Dialog({ open, onClose, title, description, actions, busy = false, size, children }: DialogProps) {
  const isSuspended = useContext(PageSuspended);
  const fillsWindow = size === 'window';
  const close = () => !busy && !isSuspended && onClose();
  useCloseOnBack(open, close);
  const finalFocus = useFinalFocus(open);
  const place = useVisiblePlace(isSuspended);
  const buttons = actions !== undefined && <div className="atrium-row atrium-dialog-actions"><InDialog value={true}>{actions}</InDialog></div>;
  const closeButton = (
    <BaseDialog.Close aria-label={primitivesText('close')} className="atrium-icon-button atrium-dialog-close">
      <X aria-hidden="true" size={20} />
    </BaseDialog.Close>
  );
  return (
    <Direction>
      <BaseDialog.Root disablePointerDismissal onOpenChange={(next) => !next && close()} open={open}>
        <BaseDialog.Portal>
          <BaseDialog.Backdrop className="atrium-backdrop" hidden={isSuspended} />
          <BaseDialog.Viewport className="atrium-dialog-place" style={place}>
            <BaseDialog.Popup className={size ? `atrium-dialog atrium-dialog-${size}` : 'atrium-dialog'} finalFocus={finalFocus}>
              {fillsWindow && closeButton}
              <BaseDialog.Title className="atrium-dialog-title">{title}</BaseDialog.Title>
              {description !== undefined && <BaseDialog.Description className="atrium-dialog-text">{description}</BaseDialog.Description>}
              {fillsWindow && buttons}
              <InDialog value={true}>{children}</InDialog>
              {!fillsWindow && buttons}
              {/* Last, because the first control gets the focus. */}
              {!fillsWindow && closeButton}
            </BaseDialog.Popup>
          </BaseDialog.Viewport>
        </BaseDialog.Portal>
      </BaseDialog.Root>
    </Direction>
  );
}

/** A question that the user has to answer before they go on. */
export interface AlertDialogProps {
  /** Whether it is on screen. */
  readonly open: boolean;
  /** The question, in a few words: its accessible name. */
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly description: ReactNode;
  /** Label of the confirming button: the action itself, never "OK". */
  readonly confirm: string;
  /** Label of the cancelling button. */
  readonly cancel: string;
  /** `danger` (the default) if something is lost. */
  readonly tone?: 'danger' | 'primary';
  /** The action is running: the user cannot close the dialog. */
  readonly busy?: boolean;
  /** Why the action failed. */
  readonly failure?: ReactNode;
  /** Called when the user confirms. The dialog stays open until `open` is false. */
  readonly onConfirm: () => void;
  /** Called for the cancelling button, Escape and, on touch screens, "back". */
  readonly onCancel: () => void;
}

/** A confirmation before an action that is hard to undo. The cancelling button has the focus, so that a hasty key press is harmless. */
export function AlertDialog({ open, title, description, confirm, cancel, tone = 'danger', busy = false, failure, onConfirm, onCancel }: AlertDialogProps) {
  const isSuspended = useContext(PageSuspended);
  const close = () => !busy && !isSuspended && onCancel();
  useCloseOnBack(open, close);
  const finalFocus = useFinalFocus(open);
  const place = useVisiblePlace(isSuspended);
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Direction>
      <BaseAlertDialog.Root onOpenChange={(next) => !next && close()} open={open}>
        <BaseAlertDialog.Portal>
          <BaseAlertDialog.Backdrop className="atrium-backdrop" hidden={isSuspended} />
          <BaseAlertDialog.Viewport className="atrium-dialog-place" style={place}>
            <BaseAlertDialog.Popup className="atrium-dialog" finalFocus={finalFocus} initialFocus={cancelButton}>
              <BaseAlertDialog.Title className="atrium-dialog-title">{title}</BaseAlertDialog.Title>
              <BaseAlertDialog.Description className="atrium-dialog-text">{description}</BaseAlertDialog.Description>
              {failure !== undefined && failure !== null && (
                <Alert>
                  <p>{failure}</p>
                </Alert>
              )}
              <div className="atrium-row atrium-dialog-actions">
                <Button busy={busy} onClick={onConfirm} tone={tone}>
                  {confirm}
                </Button>
                <Button onClick={onCancel} ref={cancelButton} unavailable={busy}>
                  {cancel}
                </Button>
              </div>
            </BaseAlertDialog.Popup>
          </BaseAlertDialog.Viewport>
        </BaseAlertDialog.Portal>
      </BaseAlertDialog.Root>
    </Direction>
  );
}

/**
 * Returns the focus when a dialog has closed: to the control that had it before, or to the button of the menu or popover that
 * opened the dialog. If the action has removed that control from another dialog, that dialog gets the focus. Otherwise, and if another
 * element has the focus, the focus stays where it is. Base UI itself would take it from the heading of a new page, or move it to the
 * neighbour of a deleted element.
 *
 * @returns the callback for Base UI, which tells it not to move the focus
 */
function useFinalFocus(open: boolean): () => false {
  const openers = useRef<readonly HTMLElement[]>([]);
  useLayoutEffect(() => {
    if (open) openers.current = currentOpeners();
  }, [open]);
  return () => {
    // Runs after the effects of the elements that replace the dialog.
    setTimeout(() => document.activeElement === document.body && openers.current.find(({ isConnected }) => isConnected)?.focus());
    return false;
  };
}

/**
 * The part of the window that an on-screen keyboard leaves. Some browsers place fixed elements behind the keyboard. The dialog of a
 * suspended page is not visible.
 */
function useVisiblePlace(isSuspended: boolean): CSSProperties | undefined {
  const [top, bottom] = useSyncExternalStore(onVisibleAreaChange, coveredSpace).split(' ').map(Number);
  if (isSuspended) return { visibility: 'hidden' };
  return top || bottom ? { insetBlock: `${String(top)}px ${String(bottom)}px` } : undefined;
}

function onVisibleAreaChange(listener: () => void): () => void {
  const events = ['resize', 'scroll'] as const;
  for (const event of events) window.visualViewport?.addEventListener(event, listener);
  return () => {
    for (const event of events) window.visualViewport?.removeEventListener(event, listener);
  };
}

/** The pixels at the top and at the bottom of the window that are not visible. Users who zoom in by pinching move the window themselves. */
function coveredSpace(): string {
  const { visualViewport: visible } = window;
  if (!visible || visible.scale > 1.01) return '0 0';
  const top = Math.round(visible.offsetTop);
  return `${String(top)} ${String(Math.max(0, Math.round(document.documentElement.clientHeight - visible.height) - top))}`;
}

/** The control that opens a dialog now, and the dialog that the control is in. */
function currentOpeners(): HTMLElement[] {
  const { activeElement } = document;
  const popup = activeElement?.closest('[role=menu], .atrium-popover');
  const control = popup ? document.getElementById(popup.getAttribute('aria-labelledby') ?? '') : activeElement;
  const dialog = control?.closest<HTMLElement>('.atrium-dialog');
  return [control, dialog].filter((element): element is HTMLElement => element instanceof HTMLElement && element !== document.body);
}
