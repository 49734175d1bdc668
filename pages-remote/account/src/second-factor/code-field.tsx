import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { readCode } from '@atrium/page-kit/one-time-code';
import { Field } from '@atrium/page-kit/ui';
import classes from './code-field.module.css';
import { factorText } from './messages.ts';

/** Apps show 6 digits. A project can send up to 10 to phones. */
const CODE = /^\d{6,10}$/;

/** Finds the code in pasted text, such as a whole message; null when it contains none, or several numbers that could be one. */
function findCode(text: string): string | null {
  if (CODE.test(readCode(text))) return readCode(text);
  const found = [...text.matchAll(/(?<!\p{Nd})\p{Nd}{3}[\s-]?\p{Nd}{3}(?!\p{Nd})/gu)];
  return found[0] && found.length === 1 ? readCode(found[0][0]) : null;
}

/** The check of {@link CodeField}, for `useForm`. */
export const codeField = {
  name: 'code',
  check(typed: string) {
    const code = readCode(typed);
    if (code === '') return factorText('codeMissing');
    return CODE.test(code) ? null : factorText('codeIncomplete');
  },
} as const;

/** The auth service's error codes to show at {@link CodeField}, for `useForm`. */
export const CODE_ERRORS = {
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  mfa_ip_address_mismatch: 'code',
  otp_expired: 'code',
  over_request_rate_limit: 'code',
  validation_failed: 'code',
} as const;

/** Milliseconds between the last digit and the submit: users and password managers who press the button themselves come first. */
const SUBMIT_DELAY = 700;

/** The number of boxes, and of those for a longer code. */
const BOXES = { usual: 6, most: 10 } as const;

interface CodeFieldProps {
  readonly error: string | undefined;
  readonly hint?: string;
  /** Takes the focus when it appears in place of the control that the user just used. */
  readonly takesFocus?: boolean | undefined;
  /** The code can have more than six digits, depending on the project. The form then submits itself only if the whole code was pasted or filled in. */
  readonly canBeLonger?: boolean;
}

/**
 * The field for a code, drawn as a box for each digit. It takes digits only, extracts the code from a pasted message, submits a
 * complete code, and selects a refused one, so that typing replaces it.
 */
export function CodeField({ error, hint, takesFocus = false, canBeLonger = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(0);
  const submitTimer = useRef<number>(undefined);

  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);

  useEffect(() => {
    const form = input.current?.form;
    const stop = () => clearTimeout(submitTimer.current);
    form?.addEventListener('submit', stop);
    return () => {
      form?.removeEventListener('submit', stop);
      stop();
    };
  }, []);

  function onInput(field: HTMLInputElement, event: Event): void {
    keepDigits(field, canBeLonger ? BOXES.most : BOXES.usual);
    const { length } = field.value;
    setCount(length);
    clearTimeout(submitTimer.current);
    if (length >= BOXES.usual && (!canBeLonger || arrivedAtOnce(event))) {
      submitTimer.current = window.setTimeout(() => field.form?.requestSubmit(), SUBMIT_DELAY);
    }
  }

  const boxes = count > BOXES.usual ? BOXES.most : BOXES.usual;
  return (
    <Field error={error} hint={hint} label={factorText('code')}>
      {(control) => (
        <div className={classes['space']}>
          <div className={classes['code']} dir="ltr">
            <input
              {...control}
              autoCapitalize="none"
              autoComplete="one-time-code"
              autoFocus={takesFocus}
              className={classes['input']}
              enterKeyHint="go"
              inputMode="numeric"
              name={codeField.name}
              onInput={(event) => {
                onInput(event.currentTarget, event.nativeEvent);
              }}
              onPaste={pasteCode}
              ref={input}
              required
              spellCheck={false}
              type="text"
            />
            <span aria-hidden="true" className={classes['boxes']}>
              {Array.from({ length: boxes }, (_, box) => (
                <span className={`${classes['box']} ${box === Math.min(count, boxes - 1) ? classes['active'] : ''}`} key={box} />
              ))}
            </span>
          </div>
        </div>
      )}
    </Field>
  );
}

/** Whether several digits came together: pasted, or filled in by the browser, whose events can have no data. */
function arrivedAtOnce(event: Event): boolean {
  return !(event instanceof InputEvent) || (event.data?.length ?? 0) > 1;
}

/** Removes everything but digits, and keeps the caret at its digit. */
function keepDigits(input: HTMLInputElement, most: number): void {
  const read = (text: string) => readCode(text).replace(/\D/g, '').slice(0, most);
  const { value, selectionStart } = input;
  if (read(value) === value) return;
  const caret = read(value.slice(0, selectionStart ?? value.length)).length;
  input.value = read(value);
  input.setSelectionRange(caret, caret);
}

/** Pastes only the code of a longer text. Without one, the browser pastes the text, of which the field keeps the digits. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const code = findCode(event.clipboardData.getData('text'));
  if (code === null) return;
  event.preventDefault();
  const { currentTarget: input } = event;
  input.value = code;
  // The form listens for input events.
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: code }));
}
