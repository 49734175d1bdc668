import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import { formText } from './form-messages.ts';
import type { FormState } from './use-form.ts';

interface FormProps {
  readonly form: FormState<string>;
  /** Text of the button. */
  readonly submit: string;
  /** `quiet` where another way on is better, `danger` where something is lost. */
  readonly tone?: 'primary' | 'quiet' | 'danger';
  /** Seconds until the button can be used, on top of what the service asks for. */
  readonly pause?: number;
  /** What else can be done about the failure. */
  readonly wayOut?: ReactNode;
  readonly children?: ReactNode;
}

/** Fields, what went wrong, the button, and how long it has to wait. The focus goes to the first field with an error. */
export function Form({ form, submit, tone = 'primary', pause = 0, wayOut, children }: FormProps) {
  const { errors, failure, busy } = form;
  const element = useRef<HTMLFormElement>(null);
  const secondsLeft = Math.max(form.secondsLeft, pause);

  useEffect(() => {
    if (errors.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  return (
    <form
      className="atrium-stack"
      noValidate
      onInput={(event) => {
        if (isTyped(event.nativeEvent)) form.noteTyping();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(new FormData(event.currentTarget));
      }}
      ref={element}
    >
      {children}
      {failure && (
        <Alert>
          <p>{form.explain(failure)}</p>
          {wayOut}
        </Alert>
      )}
      <Button busy={busy} className="atrium-button-wide" tone={tone} type="submit" unavailable={secondsLeft > 0}>
        {submit}
      </Button>
      {secondsLeft > 0 && <p className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</p>}
    </form>
  );
}

/**
 * Whether a person did it: browsers and password managers that fill a form in have no kind of input to tell, or call it a
 * replacement (Input Events Level 2, "insertReplacementText").
 */
function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType !== '' && event.inputType !== 'insertReplacementText';
}
