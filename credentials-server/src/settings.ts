import { originList, webAddress } from './address-settings.ts';
import { proxyTrust, type ProxyTrust } from './proxy-trust.ts';
import { releasesProject, type ReleasesProject } from './releases-project.ts';
import { SettingsError } from './settings-error.ts';
import { publicSupabaseKey } from './supabase-key.ts';

/** What the server is started with. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Where browsers find this server, without a slash at the end; empty for the page's own origin. */
  readonly apiBaseUrl: string;
  /** Origins whose pages may read the credentials, besides the site's own. */
  readonly allowedOrigins: readonly string[];
  readonly releasesDirectory: string;
  /** The Supabase project that keeps the releases in the place of a directory; null where there is none. */
  readonly releasesProject: ReleasesProject | null;
  readonly trustProxy: ProxyTrust;
  /**
   * Whether page teams may develop with this site (`ALLOW_DEVELOPMENT=true`): the development server of `atrium dev` gets
   * the shell's development build, in which edited components keep their state. It opens nothing else; without it they
   * develop with the shell that visitors have.
   */
  readonly allowDevelopment: boolean;
}

/**
 * Reads the settings from environment variables.
 *
 * @throws SettingsError for the first one that will not do
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const apiBaseUrl = env['API_BASE_URL']?.trim() ?? '';
  if (apiBaseUrl !== '') webAddress('API_BASE_URL', apiBaseUrl, 'https://app.example.org');
  return {
    port: portOf(env['PORT']),
    host: env['HOST']?.trim() || '127.0.0.1',
    supabaseUrl: supabaseUrlOf(env['SUPABASE_URL']),
    supabaseKey: publicSupabaseKey(env['SUPABASE_KEY']),
    apiBaseUrl: apiBaseUrl.replace(/\/+$/, ''),
    allowedOrigins: originList('ALLOWED_ORIGINS', env['ALLOWED_ORIGINS'] ?? ''),
    releasesDirectory: env['RELEASES_DIR']?.trim() || '.atrium/releases',
    releasesProject: releasesProject(env),
    trustProxy: proxyTrust(env['TRUST_PROXY']),
    allowDevelopment: switchOf('ALLOW_DEVELOPMENT', env['ALLOW_DEVELOPMENT']),
  };
}

function portOf(value: string | undefined): number {
  const text = value?.trim() || '3000';
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SettingsError('PORT', 'is not a port. Set it to a number from 0 to 65535, or leave it out for 3000.');
}

function supabaseUrlOf(value: string | undefined): string {
  const example = 'https://your-project.supabase.co';
  const text = value?.trim() ?? '';
  if (text === '') throw new SettingsError('SUPABASE_URL', `is missing. Set it to the project’s address, such as ${example}.`);
  return webAddress('SUPABASE_URL', text, example);
}

function switchOf(variable: string, value: string | undefined): boolean {
  const text = value?.trim() ?? '';
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new SettingsError(variable, 'is neither true nor false. Set it to one of them, or leave it out for false.');
}
