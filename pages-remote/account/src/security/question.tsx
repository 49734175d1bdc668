import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import type { ActionState } from '../form/use-action.ts';

/** Whether a button or its question is shown. `kept`: the person has answered with no. */
export interface QuestionStage {
  readonly stage: 'idle' | 'asking' | 'kept';
  readonly ask: () => void;
  readonly keep: () => void;
}

/** For a button that asks before it does something, in place. */
export function useQuestion(): QuestionStage {
  const [stage, setStage] = useState<QuestionStage['stage']>('idle');
  return {
    stage,
    ask() {
      setStage('asking');
    },
    keep() {
      setStage('kept');
    },
  };
}

/** The button that leads to the {@link Question}. It takes the focus back after a no. */
export function AskingButton({ takesFocus, ...rest }: ButtonProps & { readonly takesFocus: boolean }) {
  const button = useFocusOnArrival(takesFocus);
  return <Button {...rest} ref={button} />;
}

interface QuestionProps {
  readonly question: string;
  readonly confirm: ReactNode;
  readonly keep: string;
  /** Runs {@link onConfirm}, and knows how it went. */
  readonly action: ActionState;
  readonly onConfirm: () => Promise<void>;
  readonly onKeep: () => void;
  /** What went wrong. */
  readonly children: ReactNode;
}

/** Asks whether something is meant. The harmless answer has the focus, for people whose second press comes too soon. */
export function Question({ question, confirm, keep, action: { busy, run }, onConfirm, onKeep, children }: QuestionProps) {
  const no = useFocusOnArrival(true);
  return (
    <>
      <p role="status">{question}</p>
      {children}
      <div className="atrium-row">
        <Button busy={busy} onClick={() => run(onConfirm)} tone="danger">
          {confirm}
        </Button>
        <Button onClick={onKeep} ref={no} unavailable={busy}>
          {keep}
        </Button>
      </div>
    </>
  );
}

function useFocusOnArrival(takesFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return button;
}
