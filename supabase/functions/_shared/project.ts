import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

const keysSchema = v.optional(v.pipe(v.string(), v.parseJson(), v.object({ default: v.pipe(v.string(), v.minLength(1)) })));

/**
 * The variables that a project sets for its functions (https://supabase.com/docs/guides/functions/secrets). Falls back to the
 * legacy keys if there are no new ones.
 */
const environmentSchema = v.pipe(
  v.object({
    SUPABASE_URL: v.pipe(v.string(), v.url()),
    SUPABASE_PUBLISHABLE_KEYS: keysSchema,
    SUPABASE_SECRET_KEYS: keysSchema,
    SUPABASE_ANON_KEY: v.optional(v.string(), ''),
    SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string(), ''),
  }),
  v.transform((environment) => ({
    url: environment.SUPABASE_URL,
    publishableKey: environment.SUPABASE_PUBLISHABLE_KEYS?.default ?? environment.SUPABASE_ANON_KEY,
    secretKey: environment.SUPABASE_SECRET_KEYS?.default ?? environment.SUPABASE_SERVICE_ROLE_KEY,
  })),
);

/** The part of the auth service's public settings that functions read. */
const authSettingsSchema = v.object({ disable_signup: v.boolean() });

type Row = Record<string, unknown>;

/** An untyped database: a deployed function has only its own files, so it parses rows where it reads them. */
interface AnyDatabase {
  public: {
    Tables: Record<string, { Row: Row; Insert: Row; Update: Row; Relationships: [] }>;
    Views: Record<never, never>;
    Functions: Record<string, { Args: Row; Returns: unknown }>;
  };
}

/** A supabase-js client for an untyped database. */
export type ProjectClient = SupabaseClient<AnyDatabase>;

/** The project that a function belongs to. */
export class Project {
  readonly #settings: v.InferOutput<typeof environmentSchema>;
  readonly #fetch: typeof fetch;

  /** @throws ValiError if a variable is missing or invalid */
  constructor(environment: Readonly<Record<string, string | undefined>>, fetchFrom: typeof fetch) {
    this.#settings = v.parse(environmentSchema, environment);
    this.#fetch = fetchFrom;
  }

  /** A client that is not signed in. */
  visitor(): ProjectClient {
    return this.#client(this.#settings.publishableKey);
  }

  /** A client with the rights of a token's user. */
  person(token: string): ProjectClient {
    return this.#client(this.#settings.publishableKey, { Authorization: `Bearer ${token}` });
  }

  /** A client with the secret key, which bypasses all policies. */
  admin(): ProjectClient {
    return this.#client(this.#settings.secretKey);
  }

  /** Whether people can create accounts. @throws ValiError, or an error of `fetch` */
  async takesNewAccounts(): Promise<boolean> {
    const { url, publishableKey } = this.#settings;
    const response = await this.#fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } });
    return !v.parse(authSettingsSchema, await response.json()).disable_signup;
  }

  #client(key: string, headers: Record<string, string> = {}): ProjectClient {
    return createClient<AnyDatabase>(this.#settings.url, key, {
      global: { headers, fetch: this.#fetch },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  }
}
