import { useEffect, useRef } from 'react';
import { TextField } from '@atrium/page-kit/ui';
import { securityText } from './security-messages.ts';

/** Letters of a name: as many as fit on a line of the list. */
const LONGEST_NAME = 40;

/** Why a name was refused: a new object for each refusal. */
export interface NameRefusal {
  readonly text: string;
}

interface FactorNameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  /** Takes the focus to the field. */
  readonly refusal: NameRefusal | null;
}

/** What to call a new factor. May stay empty. */
export function FactorNameField({ name, onChange, refusal }: FactorNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal) input.current?.focus();
  }, [refusal]);
  return (
    <TextField
      autoComplete="off"
      error={refusal?.text}
      hint={securityText('nameHint')}
      label={securityText('name')}
      maxLength={LONGEST_NAME}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      ref={input}
      value={name}
    />
  );
}
