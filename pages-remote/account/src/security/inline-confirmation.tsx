import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import type { ActionState } from '../form/use-action.ts';

/** Whether the button or the question is shown; `declined` after the user answered no. */
interface Confirmation {
  readonly stage: 'closed' | 'open' | 'declined';
  readonly open: () => void;
  readonly decline: () => void;
}

/** The state of a button that asks for confirmation in place. */
export function useConfirmation(): Confirmation {
  const [stage, setStage] = useState<Confirmation['stage']>('closed');
  return {
    stage,
    open() {
      setStage('open');
    },
    decline() {
      setStage('declined');
    },
  };
}

/** The button that opens the {@link InlineConfirmation}. It takes the focus back after a no. */
export function ConfirmationTrigger({ takesFocus, ...rest }: ButtonProps & { readonly takesFocus: boolean }) {
  const button = useFocusOnMount(takesFocus);
  return <Button {...rest} ref={button} />;
}

interface InlineConfirmationProps {
  readonly question: string;
  readonly confirmLabel: ReactNode;
  readonly declineLabel: string;
  /** Runs {@link onConfirm}. */
  readonly action: ActionState;
  readonly onConfirm: () => Promise<void>;
  readonly onDecline: () => void;
  /** The failure of {@link action}. */
  readonly children: ReactNode;
}

/** Asks for confirmation. The safe answer has the focus, so that a second press by accident does no harm. */
export function InlineConfirmation({ question, confirmLabel, declineLabel, action: { busy, run }, onConfirm, onDecline, children }: InlineConfirmationProps) {
  const declineButton = useFocusOnMount(true);
  return (
    <>
      <p role="status">{question}</p>
      {children}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(onConfirm)} tone="danger">
          {confirmLabel}
        </Button>
        <Button onClick={onDecline} ref={declineButton} unavailable={busy}>
          {declineLabel}
        </Button>
      </div>
    </>
  );
}

function useFocusOnMount(takesFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return button;
}
