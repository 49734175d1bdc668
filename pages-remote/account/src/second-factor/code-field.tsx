import { type ClipboardEvent, type InputEvent, useEffect, useRef } from 'react';
import { TextField } from '@atrium/page-kit/ui';
import { codeField, findCode } from './code-check.ts';
import { factorText } from './factor-messages.ts';

interface CodeFieldProps {
  readonly error: string | undefined;
  readonly hint?: string;
  /** Takes the focus as it appears, in the place of what the person has just used. */
  readonly takesFocus?: boolean | undefined;
}

/**
 * The field for a code. A code that was refused is selected, so that the next one takes its place.
 *
 * A code that comes as a whole, pasted or filled in by the browser, is sent at once: nothing is left to do, and the hint
 * says so. One that is typed waits for the button: some codes have more than six digits, a slip in the last can still be
 * mended, and every wrong try counts.
 */
export function CodeField({ error, hint, takesFocus = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  return (
    <TextField
      autoCapitalize="none"
      autoComplete="one-time-code"
      autoFocus={takesFocus}
      enterKeyHint="go"
      error={error}
      hint={[hint, factorText('sentAtOnce')].filter(Boolean).join(' ')}
      inputMode="numeric"
      label={factorText('code')}
      name={codeField.name}
      onInput={sendFilledIn}
      onPaste={sendPasted}
      ref={input}
      required
      spellCheck={false}
      type="text"
    />
  );
}

function sendPasted(event: ClipboardEvent<HTMLInputElement>): void {
  const code = findCode(event.clipboardData.getData('text'));
  // Anything else is pasted as ever, to be mended by hand.
  if (code === null) return;
  event.preventDefault();
  send(event.currentTarget, code);
}

/** Keyboards that offer the code of a message type it as one word; browsers that fill it in name no kind of input. */
function sendFilledIn({ nativeEvent, currentTarget }: InputEvent<HTMLInputElement>): void {
  const added = nativeEvent instanceof globalThis.InputEvent && nativeEvent.inputType !== '' ? (nativeEvent.data ?? '') : currentTarget.value;
  const code = findCode(added);
  if (code !== null) send(currentTarget, code);
}

function send(input: HTMLInputElement, code: string): void {
  input.value = code;
  input.form?.requestSubmit();
}
