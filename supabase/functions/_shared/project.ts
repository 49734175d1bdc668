import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

const keysSchema = v.optional(v.pipe(v.string(), v.parseJson(), v.object({ default: v.pipe(v.string(), v.minLength(1)) })));

/**
 * What a project tells its functions of itself (https://supabase.com/docs/guides/functions/secrets). The keys of old
 * projects are taken where there are none of the new kind.
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

type Row = Record<string, unknown>;

/** Any database: a function that is deployed has nothing but its own files, so rows are parsed where they are read. */
interface AnyDatabase {
  public: {
    Tables: Record<string, { Row: Row; Insert: Row; Update: Row; Relationships: [] }>;
    Views: Record<never, never>;
    Functions: Record<string, { Args: Row; Returns: unknown }>;
  };
}

/** supabase-js, for a database of which nothing is known. */
export type ProjectClient = SupabaseClient<AnyDatabase>;

/** The project that a function belongs to. */
export class Project {
  readonly #facts: v.InferOutput<typeof environmentSchema>;
  readonly #fetch: typeof fetch;

  /** @throws ValiError where the environment is not that of a function */
  constructor(environment: Readonly<Record<string, string | undefined>>, fetchFrom: typeof fetch) {
    this.#facts = v.parse(environmentSchema, environment);
    this.#fetch = fetchFrom;
  }

  /** As nobody in particular. */
  visitor(): ProjectClient {
    return this.#client(this.#facts.publishableKey);
  }

  /** As the person of a token: the policies of the database decide. */
  person(token: string): ProjectClient {
    return this.#client(this.#facts.publishableKey, { Authorization: `Bearer ${token}` });
  }

  /** With the rights of the secret key: no policy holds for it. */
  admin(): ProjectClient {
    return this.#client(this.#facts.secretKey);
  }

  #client(key: string, headers: Record<string, string> = {}): ProjectClient {
    return createClient<AnyDatabase>(this.#facts.url, key, {
      global: { headers, fetch: this.#fetch },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  }
}
