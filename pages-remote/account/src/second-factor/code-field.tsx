import { useEffect, useRef } from 'react';
import { TextField } from '@atrium/page-kit/ui';
import { factorText } from './factor-messages.ts';

interface CodeFieldProps {
  readonly error: string | undefined;
  readonly hint?: string;
  /** Takes the focus as it appears, in the place of what the person has just used. */
  readonly takesFocus?: boolean | undefined;
}

/** The field for a code. A code that was refused is selected, so that the next one takes its place. */
export function CodeField({ error, hint, takesFocus = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  return (
    <TextField
      autoComplete="one-time-code"
      autoFocus={takesFocus}
      error={error}
      hint={hint}
      inputMode="numeric"
      label={factorText('code')}
      name="code"
      ref={input}
      required
      spellCheck={false}
      type="text"
    />
  );
}
