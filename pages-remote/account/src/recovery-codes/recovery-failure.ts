import { type ActionFailure, textOfCode } from '../failure/action-failure.ts';
import { explainFactorFailure } from '../second-factor/factor-failure.tsx';
import { recoveryFailureText, recoveryTextsByCode } from './messages.ts';

/** The text of a failure of an action with recovery codes. */
export function explainRecoveryFailure(failure: ActionFailure): string {
  return textOfCode(failure.code, recoveryTextsByCode, recoveryFailureText) ?? explainFactorFailure(failure);
}
