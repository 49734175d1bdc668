import type { ReactNode } from 'react';
import { AlertDialog } from '@atrium/page-kit/primitives';
import type { ActionFailure } from '../failure/action-failure.ts';
import { dialogText } from './dialog-messages.ts';
import { useAction } from './use-action.ts';

interface ActionDialogProps {
  readonly open: boolean;
  /** The question. */
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly description: string;
  /** Label of the button that runs the action. */
  readonly confirm: string;
  /** `danger` (the default) if something is lost. */
  readonly tone?: 'danger' | 'primary';
  readonly explain: (failure: ActionFailure) => ReactNode;
  /** The dialog stays open and shows why if it rejects. */
  readonly action: () => Promise<void>;
  /** Called when the user cancels, and when the action has succeeded. */
  readonly onClose: () => void;
}

/** Asks before an action that is hard to undo, and runs it. */
export function ActionDialog({ open, title, description, confirm, tone, explain, action, onClose }: ActionDialogProps) {
  const { busy, failure, run, reset } = useAction();

  async function runAction(): Promise<void> {
    await action();
    onClose();
  }

  return (
    <AlertDialog
      busy={busy}
      cancel={dialogText('cancel')}
      confirm={confirm}
      description={description}
      failure={failure && explain(failure)}
      onCancel={() => {
        reset();
        onClose();
      }}
      onConfirm={() => run(runAction)}
      open={open}
      title={title}
      {...(tone && { tone })}
    />
  );
}
