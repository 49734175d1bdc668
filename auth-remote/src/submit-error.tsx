import { Alert } from '@atrium/page-kit/ui';

interface SubmitErrorProps {
  /** Why the last submit failed; null if it did not. */
  readonly error: string | null;
  /** Whether the next submit runs. */
  readonly isOld: boolean;
}

/**
 * The error of a form. While the next submit runs, it is hidden, and its text keeps its space: otherwise the second click of a double
 * click would hit another button.
 */
export function SubmitError({ error, isOld }: SubmitErrorProps) {
  if (error === null) return null;
  return (
    // A new element, so that screen readers read the same error again.
    <div key={String(isOld)} {...(isOld && { 'aria-hidden': true, style: { visibility: 'hidden' } })}>
      <Alert>{error}</Alert>
    </div>
  );
}
