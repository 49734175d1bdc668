import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import { ErrorSummary } from './error-summary.tsx';
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

/**
 * Fields, what went wrong, the button, and how long it has to wait. One error takes the focus to its field, where a person
 * can mend it at once; several to a summary of them, because whoever lands in the first field learns of the others only
 * at the next try.
 */
export function Form({ form, submit, tone = 'primary', pause = 0, wayOut, children }: FormProps) {
  const { draft, errors, found, failure, busy } = form;
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const secondsLeft = Math.max(form.secondsLeft, pause);

  useEffect(() => {
    for (const [name, value] of draft ?? []) {
      const field = element.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) fill(field, value);
    }
  }, [draft]);

  useEffect(() => {
    if (found.size > 1) summary.current?.focus();
    else if (found.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [found]);

  return (
    <form
      className="atrium-stack"
      noValidate
      onInput={(event) => {
        const { currentTarget, nativeEvent, target } = event;
        if (target instanceof HTMLInputElement) form.noteInput(target.name, new FormData(currentTarget), isTyped(nativeEvent));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // The button lets nobody through meanwhile, but scripts of password managers need no button.
        if (secondsLeft === 0) form.submit(new FormData(event.currentTarget));
      }}
      ref={element}
    >
      {/* Until the last of several errors is mended: it would leave with the field under somebody's fingers. */}
      {found.size > 1 && errors.size > 0 && (
        <ErrorSummary
          errors={errors}
          onGo={(name) => {
            const field = element.current?.elements.namedItem(name);
            if (field instanceof HTMLElement) field.focus();
          }}
          ref={summary}
        />
      )}
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

/** Fills in a field as a browser does, so that React learns of it, whether the field or a component has its value. */
function fill(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Whether a person did it: browsers and password managers that fill a form in have no kind of input to tell, or call it a
 * replacement (Input Events Level 2, "insertReplacementText").
 */
function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType !== '' && event.inputType !== 'insertReplacementText';
}
