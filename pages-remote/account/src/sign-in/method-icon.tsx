import { type ReactNode, useEffect, useState } from 'react';
import { useAuth } from 'auth/auth';
import type { SignInMethod } from './method-icons.tsx';

/** Width and height, in pixels. */
const SIZE = 18;

/** The icon of a sign-in method. It has its place from the start, but loads once the sign-in has started: the form does not wait for it. */
export function MethodIcon({ method }: { readonly method: SignInMethod }) {
  const [icon, setIcon] = useState<ReactNode>(null);
  const isStarting = useAuth((auth) => auth.status === 'starting');
  useEffect(() => {
    if (isStarting) return;
    import(/* webpackChunkName: "method-icons" */ './method-icons.tsx').then(
      ({ MethodIconDrawing }) => setIcon(<MethodIconDrawing method={method} size={SIZE} />),
      (error: unknown) => reportError(error),
    );
  }, [isStarting, method]);
  return icon ?? <svg aria-hidden="true" height={SIZE} width={SIZE} />;
}
