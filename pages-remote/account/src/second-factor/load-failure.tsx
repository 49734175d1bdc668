import { Button } from '@atrium/page-kit/ui';
import type { ActionFailure } from '../failure/action-failure.ts';
import { FactorFailureAlert } from './factor-failure.tsx';
import { factorText } from './messages.ts';

interface LoadFailureProps {
  /** Null shows nothing. */
  readonly failure: ActionFailure | null;
  readonly onRetry: () => void;
}

/** Why a list could not be loaded, with a button that loads it again. */
export function LoadFailure({ failure, onRetry }: LoadFailureProps) {
  if (!failure) return null;
  return (
    <>
      <FactorFailureAlert failure={failure} />
      <div>
        <Button onClick={onRetry}>{factorText('tryAgain')}</Button>
      </div>
    </>
  );
}
