import type { ActionFailure } from '../failure/action-failure.ts';
import { inputFailureText } from '../failure/input-failure-text.ts';
import { factorFailureText, factorTextsByCode } from './factor-failure-messages.ts';

/** The text of a failure for the person it happened to, where second factors may be its cause. */
export function explainFactorFailure(failure: ActionFailure): string {
  return isKnown(failure.code) ? factorFailureText(failure.code) : inputFailureText(failure);
}

function isKnown(code: string): code is keyof typeof factorTextsByCode {
  return Object.hasOwn(factorTextsByCode, code);
}
