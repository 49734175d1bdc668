import { webAddress } from './address-settings.ts';
import { SettingsError } from './settings-error.ts';
import { roleOfKey } from './supabase-key.ts';

/** The Supabase project that keeps the releases: it may be another one than that of the sign-in. */
export interface ReleasesProject {
  readonly url: string;
  /** Its secret key, which stays in this process. */
  readonly serviceKey: string;
  /** The folder for what was read, which keeps the site up while the project is away. */
  readonly cacheDirectory: string;
}

const mend = 'Use a secret key (sb_secret_…) or the service_role key from the API settings of that project.';

/**
 * Reads `RELEASES_SUPABASE_URL`, `RELEASES_SUPABASE_KEY` and `RELEASES_CACHE`; null if the first two are left out.
 *
 * @throws SettingsError; the key is never in the message
 */
export function releasesProject(env: Readonly<Record<string, string | undefined>>): ReleasesProject | null {
  const [url, serviceKey] = [env['RELEASES_SUPABASE_URL']?.trim() ?? '', env['RELEASES_SUPABASE_KEY']?.trim() ?? ''];
  if (url === '' && serviceKey === '') return null;
  if (url === '') throw new SettingsError('RELEASES_SUPABASE_URL', 'is missing, though RELEASES_SUPABASE_KEY is set. Set both, or neither.');
  webAddress('RELEASES_SUPABASE_URL', url, 'https://your-project.supabase.co');
  if (serviceKey === '') throw new SettingsError('RELEASES_SUPABASE_KEY', `is missing. ${mend}`);
  if (roleOfKey(serviceKey) !== 'service_role') throw new SettingsError('RELEASES_SUPABASE_KEY', `is not the key of a server. ${mend}`);
  return { url, serviceKey, cacheDirectory: env['RELEASES_CACHE']?.trim() || '.atrium/release-cache' };
}
