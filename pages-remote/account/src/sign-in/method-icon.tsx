import { type ReactNode, useEffect, useState } from 'react';
import type { SignInMethod } from './method-icons.tsx';

/** Width and height, in pixels. */
const SIZE = 18;

/** The icon of a sign-in method. It has its place from the start, but loads after the form, which does not wait for it. */
export function MethodIcon({ method }: { readonly method: SignInMethod }) {
  const [icon, setIcon] = useState<ReactNode>(null);
  useEffect(() => {
    import(/* webpackChunkName: "method-icons" */ './method-icons.tsx').then(
      ({ MethodIconDrawing }) => setIcon(<MethodIconDrawing method={method} size={SIZE} />),
      (error: unknown) => reportError(error),
    );
  }, [method]);
  return icon ?? <svg aria-hidden="true" height={SIZE} width={SIZE} />;
}
