import { Alert } from '@atrium/page-kit/ui';
import type { ActionFailure } from '../failure/action-failure.ts';
import { EnterCodeLink } from './enter-code-link.tsx';
import { explainFactorFailure } from './explain-factor-failure.ts';

/** Says what went wrong with a second factor, and leads to where a code is asked for if that is what was missing. */
export function FactorFailureAlert({ failure }: { readonly failure: ActionFailure | null }) {
  if (!failure) return null;
  return (
    <Alert>
      <p>{explainFactorFailure(failure)}</p>
      <EnterCodeLink failure={failure} />
    </Alert>
  );
}
