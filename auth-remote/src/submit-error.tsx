import { Alert } from '@atrium/page-kit/ui';
import type { Submit } from './use-submit.ts';

/**
 * The error of a form, which has one or several ways to submit it. While one of them runs, the error is hidden, and its text keeps its
 * space: otherwise the second click of a double click would hit another button.
 */
export function SubmitError({ submits }: { readonly submits: readonly Submit[] }) {
  const error = submits.map((submit) => submit.error).find((found) => found !== null);
  if (error === undefined) return null;
  const isOld = submits.some(({ isBusy }) => isBusy);
  return (
    // A new element, so that screen readers read the same error again.
    <div key={String(isOld)} {...(isOld && { 'aria-hidden': true, style: { visibility: 'hidden' } })}>
      <Alert>{error}</Alert>
    </div>
  );
}
