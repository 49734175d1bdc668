import { peopleList } from './people-list.ts';
import { originList, webAddress } from './address-settings.ts';
import { proxyTrust, type ProxyTrust } from './proxy-trust.ts';
import { releasesProject, type ReleasesProject } from './releases-project.ts';
import { SettingsError } from './settings-error.ts';
import { publicSupabaseKey } from './supabase-key.ts';
import { telemetrySettings, type TelemetrySettings } from './telemetry-settings.ts';

/** What the server is started with. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Where browsers find this server, without a slash at the end; empty for the page's own origin. */
  readonly apiBaseUrl: string;
  /** Where visitors find the site, without a slash at the end; null where nobody said. */
  readonly siteUrl: string | null;
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
  /** Null where tabs send no telemetry, which is so unless it is asked for. */
  readonly telemetry: TelemetrySettings | null;
  /**
   * Who may use the page `/__atrium/releases` (`PLATFORM_TEAM`): user ids, and confirmed e-mail addresses in lower case. With none the
   * site has no platform team, and releases move by the command `atrium` alone.
   */
  readonly platformTeam: readonly string[];
  /** Whether a release that fails for many visitors is put in quarantine (`SELF_QUARANTINE`); it is unless that says false. */
  readonly selfQuarantine: boolean;
}

/**
 * Reads the settings from environment variables.
 *
 * @throws SettingsError for the first one that will not do
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const apiBaseUrl = env['API_BASE_URL']?.trim() ?? '';
  if (apiBaseUrl !== '') webAddress('API_BASE_URL', apiBaseUrl, 'https://app.example.org');
  const siteUrl = env['SITE_URL']?.trim() ?? '';
  if (siteUrl !== '') webAddress('SITE_URL', siteUrl, 'https://app.example.org');
  return {
    port: portOf(env['PORT']),
    host: env['HOST']?.trim() || '127.0.0.1',
    supabaseUrl: supabaseUrlOf(env['SUPABASE_URL']),
    supabaseKey: publicSupabaseKey(env['SUPABASE_KEY']),
    apiBaseUrl: apiBaseUrl.replace(/\/+$/, ''),
    siteUrl: siteUrl === '' ? null : siteUrl.replace(/\/+$/, ''),
    allowedOrigins: originList('ALLOWED_ORIGINS', env['ALLOWED_ORIGINS'] ?? ''),
    releasesDirectory: env['RELEASES_DIR']?.trim() || '.atrium/releases',
    releasesProject: releasesProject(env),
    trustProxy: proxyTrust(env['TRUST_PROXY']),
    allowDevelopment: switchOf('ALLOW_DEVELOPMENT', env['ALLOW_DEVELOPMENT'], false),
    selfQuarantine: switchOf('SELF_QUARANTINE', env['SELF_QUARANTINE'], true),
    telemetry: telemetrySettings(env),
    platformTeam: peopleList('PLATFORM_TEAM', env['PLATFORM_TEAM'] ?? ''),
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

function switchOf(variable: string, value: string | undefined, otherwise: boolean): boolean {
  const text = value?.trim() || String(otherwise);
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingsError(variable, `is neither true nor false. Set it to one of them, or leave it out for ${otherwise}.`);
}
