import { type ActionFailure, failureText, textOfCode, textOfServiceCode } from '../failure/action-failure.ts';
import { providerFailureText, providerTextsByCode } from './messages.ts';

/** The text of a failure on a screen where another provider may be the cause. */
export function explainProviderFailure(failure: ActionFailure): string {
  return explainProviderCode(failure.code) ?? failureText(failure);
}

/** The text of an error code with which a provider, or the auth service after it, returned; null for another one. */
export function explainProviderCode(code: string): string | null {
  return textOfCode(code, providerTextsByCode, providerFailureText) ?? textOfServiceCode(code);
}
