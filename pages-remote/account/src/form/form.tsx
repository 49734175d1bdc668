import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import { formText } from './messages.ts';
import type { FormState } from './use-form.ts';

interface FormProps {
  readonly form: FormState<string>;
  /** Text of the submit button. */
  readonly submit: string;
  /** `quiet` when another action is recommended, `danger` when something is deleted. */
  readonly tone?: 'primary' | 'quiet' | 'danger';
  /** Seconds until the form can be submitted, in addition to the pause that the service asks for. */
  readonly pause?: number;
  /** The layout, instead of a stack with a wide button. Styled by the page, because the log-in page does not need it. */
  readonly className?: string | undefined;
  /** A way to resolve the failure, shown below its text. */
  readonly wayOut?: ReactNode;
  /** A button beside the submit button, such as one that cancels. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Fields, errors, the submit button and its countdown. A single error moves the focus to its field. Several errors move it
 * to a summary of their fields, because a user who lands in the first field would discover the others only at the next submit.
 */
export function Form({ form, submit, tone = 'primary', pause = 0, className, wayOut, beside, children }: FormProps) {
  const { draft, errors, submitErrors, failure, earlierFailure, busy } = form;
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const secondsLeft = Math.max(form.secondsLeft, pause);

  const button = (
    <Button
      busy={busy}
      className={className === undefined && beside === undefined ? 'atrium-button-wide' : ''}
      tone={tone}
      type="submit"
      unavailable={secondsLeft > 0}
    >
      {submit}
    </Button>
  );

  const onMount = useEffectEvent(form.onMount);
  useEffect(() => {
    if (element.current) onMount(new FormData(element.current));
    for (const [name, value] of draft ?? []) {
      const field = element.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) fill(field, value);
    }
  }, [draft]);

  useEffect(() => {
    if (submitErrors.size > 1) summary.current?.focus();
    else if (submitErrors.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitErrors]);

  return (
    <form
      className={className ?? 'atrium-stack'}
      noValidate
      onInput={(event) => {
        const { currentTarget, nativeEvent, target } = event;
        if (target instanceof HTMLInputElement) form.onInput(target.name, new FormData(currentTarget), isTyped(nativeEvent));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setLabels(labelsOf(event.currentTarget));
        // The button is unavailable during the countdown, but password managers submit without it.
        if (secondsLeft === 0) form.submit(new FormData(event.currentTarget));
      }}
      ref={element}
    >
      {/* Stays until the last of several errors is fixed: otherwise the fields would move while the user types. */}
      {submitErrors.size > 1 && errors.size > 0 && (
        <ErrorSummary
          fields={[...errors.keys()].map((name) => ({ name, label: labels.get(name) ?? name }))}
          onSelect={(name) => {
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
      {earlierFailure && (
        <div aria-hidden="true" style={{ visibility: 'hidden' }}>
          <Alert>
            <p>{form.explain(earlierFailure)}</p>
          </Alert>
        </div>
      )}
      {beside === undefined ? (
        button
      ) : (
        <div className="atrium-row">
          {button}
          {beside}
        </div>
      )}
      {secondsLeft > 0 && <p className="atrium-muted atrium-small">{formText('retryIn', { seconds: secondsLeft })}</p>}
    </form>
  );
}

/** Fills a field in as a browser does, so that React notices it in controlled and uncontrolled fields. */
function fill(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Whether the user typed it. Browsers and password managers that fill in a form set no input type, or
 * "insertReplacementText" (Input Events Level 2).
 */
function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType !== '' && event.inputType !== 'insertReplacementText';
}

/** The labels of a form's fields, by field name. */
function labelsOf({ elements }: HTMLFormElement): ReadonlyMap<string, string> {
  const fields = [...elements].filter((element) => element instanceof HTMLInputElement);
  return new Map(fields.map(({ name, labels }) => [name, labels?.[0]?.textContent ?? name]));
}

interface ErrorSummaryProps {
  /** The fields with errors, in the order on screen. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  /** Called with the name of the field that the user selected. */
  readonly onSelect: (name: string) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/**
 * Links to the fields of a form that have errors. What is wrong is said at each field only, in an alert: a screen reader reads the
 * name of this group on focus, and each error once.
 */
function ErrorSummary({ fields, onSelect, ref }: ErrorSummaryProps) {
  const id = useId();
  return (
    <div aria-labelledby={id} className="atrium-alert atrium-alert-error atrium-error-summary" ref={ref} role="group" tabIndex={-1}>
      <h2 id={id}>{formText('problem')}</h2>
      <ul>
        {fields.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                // The router would treat the new fragment as a navigation.
                event.preventDefault();
                onSelect(name);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
