import { Alert, Button, TextField } from '@atrium/page-kit/ui';
import { useState } from 'react';
import { clientText } from '../client/client-messages.ts';
import { useAuth } from '../react/use-auth.ts';
import { useCodeQuestion } from './use-code-question.ts';
import { useSubmit } from './use-submit.ts';

/** Asks for a code of the second factor of the person who has just given the password. */
export function CodeStep() {
  const mfa = useAuth((auth) => auth.mfa);
  const [code, setCode] = useState('');
  const { factor, answer, askAnew } = useCodeQuestion(mfa);
  const { isBusy, error, onSubmit } = useSubmit(() => answer(code));
  const another = useSubmit(askAnew);
  const shownError = error ?? another.error;
  return (
    <form className="atrium-stack" onSubmit={onSubmit}>
      {factor !== null && (
        <p>
          {factor.type === 'totp'
            ? clientText('again.codeAdvice')
            : clientText('again.phoneAdvice', { phone: factor.phone ?? factor.friendlyName })}
        </p>
      )}
      {shownError !== null && <Alert>{shownError}</Alert>}
      <TextField
        label={clientText('again.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        required
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
      />
      <Button type="submit" tone="primary" busy={isBusy}>
        {clientText('again.verify')}
      </Button>
      {factor?.type === 'phone' && (
        <Button busy={another.isBusy} onClick={another.onSubmit}>
          {clientText('again.newCode')}
        </Button>
      )}
    </form>
  );
}
