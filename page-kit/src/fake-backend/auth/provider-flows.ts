import type { Account } from './accounts.ts';
import { AuthRefusal } from './auth-refusal.ts';
import { requireVerifier } from './pkce.ts';

/** A log-in with a provider, or the linking of an account of one, that waits for the user to come back. */
export interface ProviderFlow {
  readonly provider: string;
  /** Where the browser continues. */
  readonly redirectTo: string;
  readonly challenge: string;
  /** The account to link to; null for a log-in. */
  readonly linkTo: Account | null;
}

interface IssuedCode {
  readonly account: Account;
  readonly challenge: string;
}

/** The flows with providers at the fake auth service. */
export class ProviderFlows {
  readonly #begun = new Map<string, ProviderFlow>();
  readonly #codes = new Map<string, IssuedCode>();

  /** Returns the `state` with which the provider sends the browser back. */
  begin(flow: ProviderFlow): string {
    const state = crypto.randomUUID();
    this.#begun.set(state, flow);
    return state;
  }

  /** The flow of a `state`, which is valid once. @throws AuthRefusal `bad_oauth_state` */
  end(state: string): ProviderFlow {
    const flow = this.#begun.get(state);
    if (!flow) throw new AuthRefusal('OAuth state not found or expired', { status: 400, code: 'bad_oauth_state' });
    this.#begun.delete(state);
    return flow;
  }

  /** Issues a code that the browser which started the flow exchanges for a session. */
  issueCode(account: Account, { challenge }: ProviderFlow): string {
    const code = crypto.randomUUID();
    this.#codes.set(code, { account, challenge });
    return code;
  }

  /** Redeems a code; null for one that was not issued here. @throws AuthRefusal `bad_code_verifier` */
  async takeCode(code: string, verifier: string): Promise<Account | null> {
    const issued = this.#codes.get(code);
    if (!issued) return null;
    await requireVerifier(verifier, issued.challenge);
    this.#codes.delete(code);
    return issued.account;
  }
}
