import { createContext } from 'react';
import type { TabAuth } from '../state/tab-auth.ts';

/** How components reach the tab's sign-in; null outside of an `AuthProvider`. */
export const AuthContext = createContext<TabAuth | null>(null);
AuthContext.displayName = 'AuthContext';
