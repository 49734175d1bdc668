import { type ClipboardEvent, useEffect, useRef } from 'react';
import { TextField } from '@atrium/page-kit/ui';
import { factorText } from './messages.ts';

/** Apps show 6 digits. A project can send up to 10 to phones. */
const CODE = /^\d{6,10}$/;

/** Arabic, Persian and Urdu digits, and the full-width digits of Chinese and Japanese keyboards. Each block starts with 0. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The digits of a code as users type and paste it: `123 456`, `123-456`, `١٢٣٤٥٦`. */
export function readCode(typed: string): string {
  // Each block of digits starts at a multiple of 16. Copied Arabic text contains direction marks.
  return typed.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16)).replace(/[\s\u200e\u200f\u2066-\u2069-]/g, '');
}

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

interface CodeFieldProps {
  readonly error: string | undefined;
  readonly hint?: string;
  /** Takes the focus when it appears in place of the control that the user just used. */
  readonly takesFocus?: boolean | undefined;
}

/**
 * The field for a code. It extracts the code from a pasted message, and selects a refused code, so that typing replaces it.
 *
 * It does not submit by itself when the code is complete: password managers and browsers submit too, some codes have more
 * than six digits, and every wrong attempt counts.
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
  // Without a code, the browser pastes the text, and the user can correct it.
  if (code === null) return;
  event.preventDefault();
  const { currentTarget: input } = event;
  input.value = code;
  // The form listens for input events.
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: code }));
}
