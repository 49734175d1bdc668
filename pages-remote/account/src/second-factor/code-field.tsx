import { type ClipboardEvent, useEffect, useRef } from 'react';
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
 * Of a message that is pasted, its code is taken. Nothing is sent but by the button or Enter: what fills fields in
 * (password managers, the browser) presses it too, some codes have more than six digits, and every wrong try counts.
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
      hint={hint}
      inputMode="numeric"
      label={factorText('code')}
      name={codeField.name}
      onPaste={pasteCode}
      ref={input}
      required
      spellCheck={false}
      type="text"
    />
  );
}

function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const code = findCode(event.clipboardData.getData('text'));
  // Anything else is pasted as ever, to be mended by hand.
  if (code === null) return;
  event.preventDefault();
  const { currentTarget: input } = event;
  input.value = code;
  // Whoever watches the form learns of it as of any other change.
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: code }));
}
