import { Alert } from '@atrium/page-kit/ui';
import { type ActionFailure, textOfCode } from '../failure/action-failure.ts';
import { EnterCodeLink, explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { passkeyFailureText, passkeyTextsByCode } from './messages.ts';

/** The text of a failure on a screen where a passkey may be the cause. */
export function explainPasskeyFailure(failure: ActionFailure): string {
  return textOfCode(failure.code, passkeyTextsByCode, passkeyFailureText) ?? explainFactorFailure(failure);
}

/** An alert with {@link explainPasskeyFailure}, and a link to the page that asks for a missing code. */
export function PasskeyFailureAlert({ failure }: { readonly failure: ActionFailure | null }) {
  if (!failure) return null;
  return (
    <Alert>
      <p>{explainPasskeyFailure(failure)}</p>
      <EnterCodeLink failure={failure} />
    </Alert>
  );
}
