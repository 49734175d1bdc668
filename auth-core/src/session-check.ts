import * as v from 'valibot';
import { sessionIdIn } from './claims.ts';
import type { Credentials } from './credentials.ts';
import type { SessionEnds } from './session-end.ts';
import type { SessionStorage } from './session-storage.ts';

/** Milliseconds between two checks while the tab is in use. */
const INTERVAL_MS = 15_000;

/** Minimum milliseconds between two checks after a response that can mean the end of the session. */
const INTERVAL_AFTER_REFUSAL_MS = 2_000;

/** Milliseconds without use after which a visible tab stops checking. Use starts it again. */
const IDLE_MS = 300_000;

/** The auth service's response for a session or an account that it does not have. */
const refusalSchema = v.object({ error_code: v.picklist(['session_not_found', 'user_not_found']) });

/** The addresses in the auth service's response for the user. It leaves `new_email` out while no change is under way. */
const addressesSchema = v.object({ email: v.string(), new_email: v.optional(v.string()) });

/**
 * Detects that another device ended the session or changed the user's email address, long before the access token expires. Asks the auth service with the
 * stored token. Not through supabase-js, which keeps the session of a deleted account. Not through Realtime, which would know
 * sooner, but which most pages do not connect to.
 */
export class SessionCheck {
  readonly #credentials: Credentials;
  readonly #storage: SessionStorage;
  readonly #network: typeof fetch;
  #ends: SessionEnds | null = null;
  #onNewAddress: () => void = () => undefined;
  /** The addresses for which the session was renewed last. Once is enough, even if the new session has others. */
  #renewedFor = '';
  #usedAt = Date.now();
  // Only a refusal may cause a check right after the start.
  #checkedAt = this.#usedAt - INTERVAL_AFTER_REFUSAL_MS;

  constructor(credentials: Credentials, storage: SessionStorage, network: typeof fetch) {
    this.#credentials = credentials;
    this.#storage = storage;
    this.#network = network;
  }

  /** `fetch` for the client: a refused request causes a check. */
  readonly fetch: typeof fetch = async (input, init) => {
    const network = this.#network;
    const response = await network(input, init);
    if (response.status === 401 || response.status === 403) this.#checkInBackground(INTERVAL_AFTER_REFUSAL_MS);
    return response;
  };

  /**
   * Checks regularly from now on, while the tab is visible and in use.
   * @param onNewAddress called when the stored session has another email address than the account
   */
  begin(ends: SessionEnds, onNewAddress: () => void, signal: AbortSignal | undefined): void {
    this.#ends = ends;
    this.#onNewAddress = onNewAddress;
    const untilEnd = signal && { signal };
    const onUse = () => {
      this.#usedAt = Date.now();
      this.#checkIfInUse();
    };
    for (const type of ['pointerdown', 'keydown', 'focus']) {
      window.addEventListener(type, onUse, { capture: true, passive: true, ...untilEnd });
    }
    document.addEventListener('visibilitychange', onUse, untilEnd);
    const timer = setInterval(() => this.#checkIfInUse(), INTERVAL_MS);
    signal?.addEventListener('abort', () => clearInterval(timer));
  }

  #checkIfInUse(): void {
    if (document.visibilityState === 'visible' && Date.now() - this.#usedAt < IDLE_MS) this.#checkInBackground(INTERVAL_MS);
  }

  #checkInBackground(interval: number): void {
    // A failed check says nothing about the session, and the next one comes soon.
    this.#check(interval).catch(() => undefined);
  }

  async #check(interval: number): Promise<void> {
    const token = this.#storage.storedSession()?.access_token;
    const now = Date.now();
    const elapsed = now - this.#checkedAt;
    // Negative after the clock was set back.
    if (this.#ends === null || token === undefined || (elapsed >= 0 && elapsed < interval)) return;
    this.#checkedAt = now;
    const { supabaseUrl, supabaseKey } = this.#credentials;
    const network = this.#network;
    const response = await network(`${supabaseUrl}/auth/v1/user`, { headers: { apikey: supabaseKey, authorization: `Bearer ${token}` } });
    if (response.ok) return this.#compareAddresses(token, await response.json());
    const refusal = v.safeParse(refusalSchema, await response.json());
    if (refusal.success) await this.#ends.end(refusal.output.error_code === 'user_not_found' ? 'deleted' : 'revoked', sessionIdIn(token));
  }

  #compareAddresses(token: string, user: unknown): void {
    const { success, output } = v.safeParse(addressesSchema, user);
    const stored = this.#storage.storedSession();
    if (!success || stored?.access_token !== token) return;
    const addresses = addressesIn(output);
    if (addresses === addressesIn(stored.user) || addresses === this.#renewedFor) return;
    this.#renewedFor = addresses;
    this.#onNewAddress();
  }
}

function addressesIn({ email = '', new_email: newEmail = '' }: { readonly email?: string | undefined; readonly new_email?: string | undefined }): string {
  return `${email} ${newEmail}`;
}
