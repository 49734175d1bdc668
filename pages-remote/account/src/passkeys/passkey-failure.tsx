import { type ActionFailure, textOfCode } from '../failure/action-failure.ts';
import { explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { passkeyFailureText, passkeyTextsByCode } from './messages.ts';

/** The text of a failure on a screen where a passkey may be the cause. */
export function explainPasskeyFailure(failure: ActionFailure): string {
  return textOfCode(failure.code, passkeyTextsByCode, passkeyFailureText) ?? explainFactorFailure(failure);
}
