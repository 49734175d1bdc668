import type { Database } from '../database/database.ts';
import type { MessageStore } from '../inbox/message-store.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import type { AuthSettings } from '../options/settings.ts';
import type { Limiters } from './limits/limiters.ts';

/** What the endpoints of the auth service work with. */
export interface AuthServices {
  database: Database;
  settings: AuthSettings;
  keys: ApiKeys;
  signingKeys: SigningKeys;
  verifier: TokenVerifier;
  messages: MessageStore;
  limiters: Limiters;
  /** The address of the API, known once the server listens. */
  apiUrl: () => string;
}
