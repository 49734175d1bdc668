import { useEffect, type ReactNode } from 'react';
import type { TabAuth } from '../state/tab-auth.ts';
import { AuthContext } from './auth-context.ts';

/** Makes the tab's sign-in readable for its children, and starts it. Unmounting ends nothing: the tab has one sign-in. */
export function SignInProvider({ tab, children }: { readonly tab: TabAuth; readonly children: ReactNode }) {
  useEffect(() => {
    tab.start();
  }, [tab]);
  return <AuthContext value={tab}>{children}</AuthContext>;
}
