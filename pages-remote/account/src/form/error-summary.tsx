import { type Ref, useId } from 'react';
import { formText } from './form-messages.ts';

interface ErrorSummaryProps {
  /** What is wrong, by the `name` of the field, in the order on screen. */
  readonly errors: ReadonlyMap<string, string>;
  /** Takes the focus to a field. */
  readonly onGo: (name: string) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/**
 * All that is wrong with a form, above its fields, each error a way to its field. A group and no `role="alert"`: the
 * errors at the fields are alerts already, so a screen reader says this group's name as it takes the focus, and each
 * error once.
 */
export function ErrorSummary({ errors, onGo, ref }: ErrorSummaryProps) {
  const id = useId();
  return (
    <div aria-labelledby={id} className="atrium-alert atrium-alert-error" ref={ref} role="group" tabIndex={-1}>
      <h2 id={id}>{formText('problem')}</h2>
      <ul>
        {[...errors].map(([name, error]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                // The address is of the page: the router would take another fragment for a navigation.
                event.preventDefault();
                onGo(name);
              }}
            >
              {error}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
