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

/** An alert with {@link explainFactorFailure} and the {@link EnterCodeLink}. */
export function FactorFailureAlert({ failure }: { readonly failure: ActionFailure | null }) {
  if (!failure) return null;
  return (
    <Alert>
      <p>{explainFactorFailure(failure)}</p>
      <EnterCodeLink failure={failure} />
    </Alert>
  );
}
