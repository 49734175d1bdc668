import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { SignInProject } from '../http/identify-person.ts';

/**
 * A mark in the document about the project's sign-in. `passkey` and the name of a provider: the project allows this method. `no-sign-up`: it
 * takes no new accounts. `no-email`: email accounts are switched off.
 */
export type SignInMethod = string;

/** Names in `external` that are not providers with a page of their own. */
const NOT_PROVIDERS: ReadonlySet<string> = new Set(['anonymous_users', 'email', 'phone']);

/** The form of a provider's name. The document contains no other text of the project. */
const PROVIDER_NAME = /^[a-z][a-z0-9_]{1,30}$/;

/** The part of `GET /auth/v1/settings` that decides what the site offers (supabase/auth, `internal/api/settings.go`). Older services lack passkeys. */
const settingsSchema = v.object({
  disable_signup: v.optional(v.boolean(), false),
  passkeys_enabled: v.optional(v.boolean(), false),
  external: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Milliseconds after which the settings are read again: a change in the dashboard shows within this time. */
const REFRESH_MS = 5 * 60_000;

/** Milliseconds after which a failed attempt is repeated. */
const RETRY_MS = 10_000;

/** Milliseconds until a request fails. At start-up, the server waits up to this long for the response before it listens. */
const TIMEOUT_MS = 2_000;

/**
 * The sign-in methods that the project allows. Documents are never kept waiting for the project: they get what was last known, and
 * the settings are read again in the background.
 */
export class SignInMethods {
  readonly #project: SignInProject;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #now: () => number;
  #known: readonly SignInMethod[] = [];
  #nextReading = 0;
  #hasFailed = false;

  constructor(project: SignInProject, log: Pick<FastifyBaseLogger, 'warn'>, now: () => number = Date.now) {
    this.#project = project;
    this.#log = log;
    this.#now = now;
  }

  /** What is known now. */
  current(): readonly SignInMethod[] {
    if (this.#now() >= this.#nextReading) void this.read();
    return this.#known;
  }

  /** Reads the settings. If that fails, the last known methods stay, and the log says why once. */
  async read(): Promise<void> {
    this.#nextReading = this.#now() + RETRY_MS;
    const { supabaseUrl, supabaseKey } = this.#project;
    try {
      const response = await fetch(`${supabaseUrl}/auth/v1/settings`, {
        headers: { apikey: supabaseKey },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
      const settings = v.parse(settingsSchema, await response.json());
      this.#known = methodsOf(settings);
      this.#nextReading = this.#now() + REFRESH_MS;
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#log.warn({ reason: String(error) }, 'cannot read which sign-in methods the Supabase project allows');
      this.#hasFailed = true;
    }
  }
}

function methodsOf({ disable_signup: isClosed, passkeys_enabled: takesPasskeys, external }: v.InferOutput<typeof settingsSchema>): SignInMethod[] {
  const providers = Object.keys(external).filter((name) => external[name] === true && PROVIDER_NAME.test(name) && !NOT_PROVIDERS.has(name));
  return [...(isClosed ? ['no-sign-up'] : []), ...(external['email'] === false ? ['no-email'] : []), ...(takesPasskeys ? ['passkey'] : []), ...providers.sort()];
}
