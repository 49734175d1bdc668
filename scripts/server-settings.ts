import { readSettings } from '@atrium/credentials-server/settings';
import type { StartOptions } from './start-options.ts';

/** Stands for the embedded backend while that has not started yet: an address and a key that the server accepts. */
const EMBEDDED_BACKEND = { SUPABASE_URL: 'http://127.0.0.1', SUPABASE_KEY: 'sb_publishable_embedded' };

/** Addresses that only this machine reaches. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['', '127.0.0.1', '::1', 'localhost']);

/** The environment of the site's server, without what only the started services know. */
export function serverEnvironment({ environment }: Pick<StartOptions, 'environment'>): NodeJS.ProcessEnv {
  const [host = '', trustProxy = '', allowedHosts = ''] = ['HOST', 'TRUST_PROXY', 'ALLOWED_HOSTS'].map((name) => environment[name]?.trim());
  return {
    ...environment,
    // The builds of this checkout are what it serves, whatever `.env` says for `npm run deploy`.
    RELEASES_SUPABASE_URL: '',
    RELEASES_SUPABASE_KEY: '',
    // Other websites in the developer's browser cannot reach the site under a name of theirs (DNS rebinding).
    ALLOWED_HOSTS: allowedHosts || (LOOPBACK_HOSTS.has(host) && trustProxy === '' ? 'localhost' : ''),
    // Page teams begin with this site; `.env` may say otherwise.
    ALLOW_DEVELOPMENT: environment['ALLOW_DEVELOPMENT'] ?? 'true',
  };
}

/**
 * Checks the settings of the site's server before anything is built, so that nobody waits a minute to hear of a wrong key.
 * The server checks them again when it starts.
 * @throws SettingsError of `@atrium/credentials-server` for the first one that is missing, malformed or secret
 */
export function requireServerSettings(options: Pick<StartOptions, 'environment' | 'hosted'>): void {
  readSettings({ ...serverEnvironment(options), ...(!options.hosted && EMBEDDED_BACKEND) });
}
