import { readSettings } from '@atrium/credentials-server/settings';

/** The Supabase project that is checked, and how long it may take. */
export interface Project {
  /** Its address without a slash at the end. */
  readonly url: string;
  /** A public key: everything that is asked with it, any visitor may ask. */
  readonly key: string;
  /** How long one request may take, in milliseconds. */
  readonly timeLimit: number;
}

/**
 * Reads the project's address and key by the rules of the site's own server, so that both refuse the same ones.
 *
 * @throws SettingsError of `@atrium/credentials-server` for one that is missing, malformed or secret
 */
export function readProject(environment: NodeJS.ProcessEnv, timeLimit: number): Project {
  const { supabaseUrl, supabaseKey } = readSettings({
    SUPABASE_URL: environment['SUPABASE_URL'],
    SUPABASE_KEY: environment['SUPABASE_KEY'],
  });
  return { url: supabaseUrl.replace(/\/+$/, ''), key: supabaseKey, timeLimit };
}
