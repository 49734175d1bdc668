import { Link, useLocation } from 'react-router-dom';
import type { ActionFailure } from '../failure/action-failure.ts';
import { withNextPath } from '../next-path.ts';
import { factorText } from './factor-messages.ts';

/** The way out of a failure for want of a code: to where it is asked for, and back here. Nothing for other failures. */
export function EnterCodeLink({ failure }: { readonly failure: ActionFailure | null }) {
  const { pathname, search } = useLocation();
  if (failure?.code !== 'insufficient_aal') return null;
  return <Link to={withNextPath('/login/verify', pathname + search)}>{factorText('enterCode')}</Link>;
}
