import { Link, useLocation } from 'react-router-dom';
import { Alert } from '@atrium/page-kit/ui';
import { type ActionFailure, textOfCode } from '../failure/action-failure.ts';
import { inputFailureText } from '../failure/input-failure.ts';
import { withNextPath } from '../visitor/next-path.ts';
import { factorFailureText, factorText, factorTextsByCode } from './messages.ts';

/** The text of a failure on a screen where a second factor may be the cause. */
export function explainFactorFailure(failure: ActionFailure): string {
  return textOfCode(failure.code, factorTextsByCode, factorFailureText) ?? inputFailureText(failure);
}

/** When the failure is a missing code: a link to the page that asks for it and then returns here. Nothing for other failures. */
export function EnterCodeLink({ failure }: { readonly failure: ActionFailure | null }) {
  const { pathname, search } = useLocation();
  if (failure?.code !== 'insufficient_aal') return null;
  return <Link to={withNextPath('/login/verify', pathname + search)}>{factorText('enterCode')}</Link>;
}

interface FactorFailureAlertProps {
  readonly failure: ActionFailure | null;
  /** Returns the text of a failure; by default {@link explainFactorFailure}. */
  readonly explain?: (failure: ActionFailure) => string;
}

/** An alert with the text of a failure and the {@link EnterCodeLink}. */
export function FactorFailureAlert({ failure, explain = explainFactorFailure }: FactorFailureAlertProps) {
  if (!failure) return null;
  return (
    <Alert>
      <p>{explain(failure)}</p>
      <EnterCodeLink failure={failure} />
    </Alert>
  );
}
