import { randomUUID } from 'node:crypto';
import { AuthError } from './auth-error.ts';
import type { CodeChallenge } from './pkce.ts';

/** A sign-in that waits for the provider's page. */
export interface ProviderFlow {
  readonly provider: string;
  /** The scopes that the page asked for beyond those that the service always asks for. */
  readonly scopes: ReadonlySet<string>;
  /** Where the browser continues afterwards. */
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly challenge: CodeChallenge | undefined;
  /** The user who adds the provider to the account; null for a sign-in. */
  readonly linkTo: string | null;
}

/** GoTrue's External.FlowStateExpiryDuration, in milliseconds. */
const FLOW_LIFETIME = 5 * 60 * 1000;

/** The running sign-ins with other providers, by the `state` that the provider returns (RFC 6749, section 10.12). */
export class ProviderFlows {
  readonly #flows = new Map<string, { readonly flow: ProviderFlow; readonly expires: number }>();

  /** Starts a flow. Returns its state. */
  start(flow: ProviderFlow): string {
    for (const [state, { expires }] of this.#flows) if (expires < Date.now()) this.#flows.delete(state);
    const state = randomUUID();
    this.#flows.set(state, { flow, expires: Date.now() + FLOW_LIFETIME });
    return state;
  }

  /** The flow of a state. @throws AuthError `bad_oauth_state` */
  find(state: string): ProviderFlow {
    const found = this.#flows.get(state);
    if (!found || found.expires < Date.now()) throw new AuthError('OAuth state not found or expired', { status: 400, code: 'bad_oauth_state' });
    return found.flow;
  }

  /** Ends a flow, which happens once. */
  end(state: string): void {
    this.#flows.delete(state);
  }
}
