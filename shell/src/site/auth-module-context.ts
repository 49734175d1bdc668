import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { createContext } from 'react';

/** The auth remote for the shell's own components; null where it could not be loaded. Pages import it instead. */
export const AuthModuleContext = createContext<AuthModule | null>(null);
