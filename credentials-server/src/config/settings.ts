import { isIP } from 'node:net';
import * as v from 'valibot';

/** The environment variables that settings are read from. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the server. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Where browsers find this server, without a slash at the end; empty for the page's own origin. */
  readonly apiBaseUrl: string;
  /** Where visitors find the site, without a slash at the end; null if it is not set. */
  readonly siteUrl: string | null;
  /** Host names that the server accepts besides those of this machine, in lower case; null for every name. */
  readonly allowedHosts: readonly string[] | null;
  /** Origins whose pages may read the credentials, besides the site's own. */
  readonly allowedOrigins: readonly string[];
  readonly releasesDirectory: string;
  /** The Supabase project that stores the releases; null if they are in `releasesDirectory`. */
  readonly releasesProject: ReleasesProject | null;
  readonly trustProxy: ProxyTrust;
  /**
   * Whether page teams may develop with this site (`ALLOW_DEVELOPMENT=true`): `atrium dev` gets the shell's development build, in
   * which edited components keep their state. Without it, they develop with the shell that visitors get.
   */
  readonly allowDevelopment: boolean;
  /** Whether everyone may read the source maps of releases: on a developer's own machine, where only its browser reaches the site. */
  readonly serveSourceMaps: boolean;
  /** Null if tabs send no telemetry, which is the default. */
  readonly telemetry: TelemetrySettings | null;
  /**
   * Who may use the page `/__atrium/releases` (`PLATFORM_TEAM`): user IDs, and confirmed email addresses in lower case.
   * If the list is empty, the site has no platform team and only the `atrium` command moves releases.
   */
  readonly platformTeam: readonly string[];
  /** Whether a release that fails for many visitors is put in quarantine. Set `SELF_QUARANTINE=false` to turn this off. */
  readonly selfQuarantine: boolean;
  /** Where alerts are sent (`ALERT_URL`, signed with `ALERT_SECRET`); null for nowhere. */
  readonly alerts: AlertSettings | null;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Which `X-Forwarded-*` headers count: none, those of this many proxies, or those of proxies with these IP addresses. */
export type ProxyTrust = false | number | string[];

/** The Supabase project that stores the releases. It may differ from the project of the sign-in. */
interface ReleasesProject {
  readonly url: string;
  /** Its secret key, which never leaves this process. */
  readonly serviceKey: string;
  /** The folder that caches what was read, so that the site stays up while the project is unavailable. */
  readonly cacheDirectory: string;
}

/** The webhook that gets alerts. */
export interface AlertSettings {
  readonly url: string;
  /** The key that signs them; null if they are not signed. */
  readonly key: Buffer | null;
}

/** Where tabs send measurements and errors. */
export interface TelemetrySettings {
  /** Base URL of an OTLP collector without a slash at the end. A path belongs to the document's own origin. */
  readonly collector: string;
  /** Percentage of tabs that send telemetry: above 0, at most 100. */
  readonly share: number;
}

/** A setting that the server cannot start with. The message is one line with the variable and the fix, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The name of the environment variable. */
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.variable = variable;
  }
}

/**
 * Reads the settings from environment variables.
 *
 * @throws SettingsError for the first invalid one
 */
export function readSettings(env: Environment): Settings {
  const apiBaseUrl = env['API_BASE_URL']?.trim() ?? '';
  if (apiBaseUrl !== '') checkUrl('API_BASE_URL', apiBaseUrl, 'https://app.example.org');
  const siteUrl = env['SITE_URL']?.trim() ?? '';
  if (siteUrl !== '') checkUrl('SITE_URL', siteUrl, 'https://app.example.org');
  const settings = {
    port: readPort(env['PORT']),
    host: env['HOST']?.trim() || '127.0.0.1',
    supabaseUrl: readSupabaseUrl(env['SUPABASE_URL']),
    supabaseKey: readPublicKey(env['SUPABASE_KEY']),
    apiBaseUrl: withoutTrailingSlash(apiBaseUrl),
    siteUrl: siteUrl === '' ? null : withoutTrailingSlash(siteUrl),
    allowedHosts: readHosts('ALLOWED_HOSTS', env['ALLOWED_HOSTS'] ?? '', siteUrl),
    allowedOrigins: readOrigins('ALLOWED_ORIGINS', env['ALLOWED_ORIGINS'] ?? ''),
    releasesDirectory: env['RELEASES_DIR']?.trim() || '.atrium/releases',
    releasesProject: readReleasesProject(env),
    trustProxy: readProxyTrust(env['TRUST_PROXY']),
    allowDevelopment: readSwitch('ALLOW_DEVELOPMENT', env['ALLOW_DEVELOPMENT'], false),
    selfQuarantine: readSwitch('SELF_QUARANTINE', env['SELF_QUARANTINE'], true),
    telemetry: readTelemetry(env),
    alerts: readAlerts(env),
    platformTeam: readPeople('PLATFORM_TEAM', env['PLATFORM_TEAM'] ?? ''),
  };
  // The loopback address alone proves nothing: requests from outside come from there too, through a proxy on this machine.
  return { ...settings, serveSourceMaps: settings.allowDevelopment && LOOPBACK_HOSTS.has(settings.host) && settings.trustProxy === false };
}

/**
 * Reads `RELEASES_SUPABASE_URL`, `RELEASES_SUPABASE_KEY` and `RELEASES_CACHE`.
 *
 * @returns null if the first two are not set
 * @throws SettingsError, which never contains the key
 */
export function readReleasesProject(env: Environment): ReleasesProject | null {
  const advice = 'Use a secret key (sb_secret_…) or the service_role key from the API settings of that project.';
  const [url, serviceKey] = [env['RELEASES_SUPABASE_URL']?.trim() ?? '', env['RELEASES_SUPABASE_KEY']?.trim() ?? ''];
  if (url === '' && serviceKey === '') return null;
  if (url === '') throw new SettingsError('RELEASES_SUPABASE_URL', 'is missing, though RELEASES_SUPABASE_KEY is set. Set both, or neither.');
  checkUrl('RELEASES_SUPABASE_URL', url, 'https://your-project.supabase.co');
  if (serviceKey === '') throw new SettingsError('RELEASES_SUPABASE_KEY', `is missing. ${advice}`);
  if (roleOfKey(serviceKey) !== 'service_role') throw new SettingsError('RELEASES_SUPABASE_KEY', `is not the key of a server. ${advice}`);
  return { url, serviceKey, cacheDirectory: env['RELEASES_CACHE']?.trim() || '.atrium/release-cache' };
}

function readPort(value: string | undefined): number {
  const text = value?.trim() || '3000';
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SettingsError('PORT', 'is not a port. Set it to a number from 0 to 65535, or leave it out for 3000.');
}

function readSwitch(variable: string, value: string | undefined, fallback: boolean): boolean {
  const text = value?.trim() || String(fallback);
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingsError(variable, `is neither true nor false. Set it to one of them, or leave it out for ${fallback}.`);
}

function readSupabaseUrl(value: string | undefined): string {
  const example = 'https://your-project.supabase.co';
  const text = value?.trim() ?? '';
  if (text === '') throw new SettingsError('SUPABASE_URL', `is missing. Set it to the project’s URL, such as ${example}.`);
  checkUrl('SUPABASE_URL', text, example);
  return text;
}

/** Checks an http or https URL without credentials, query or fragment (specification 5.1). */
function checkUrl(variable: string, value: string, example: string): void {
  const advice = `Set it to an http or https URL, such as ${example}.`;
  if (!URL.canParse(value)) throw new SettingsError(variable, `is not a URL. ${advice}`);
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new SettingsError(variable, `is not an http or https URL. ${advice}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new SettingsError(variable, `has a user name, a query or a fragment in it. ${advice}`);
  }
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Reads comma-separated host names without ports. The site's own name is one of them. Null if the list is empty. */
function readHosts(variable: string, value: string, siteUrl: string): string[] | null {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase()).filter((host) => host !== '');
  if (hosts.length === 0) return null;
  if (!hosts.every((host) => /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/.test(host))) {
    throw new SettingsError(variable, 'has an entry that is not a host name. Write names such as app.example.org, with commas between them, without https:// and without ports.');
  }
  return siteUrl === '' ? hosts : [...hosts, new URL(siteUrl).hostname];
}

/** Reads comma-separated origins (RFC 6454 §6.2), which are compared character by character. */
function readOrigins(variable: string, value: string): string[] {
  const origins = value.split(',').map((origin) => origin.trim()).filter((origin) => origin !== '');
  for (const origin of origins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new SettingsError(
      variable,
      'has an entry that is not an exact origin. Write origins such as https://app.example.org, with commas between them, without paths, slashes at the end or *.',
    );
  }
  return origins;
}

/** Reads comma-separated user IDs and email addresses: in lower case, without duplicates. */
function readPeople(variable: string, value: string): string[] {
  const people = value.split(',').map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '');
  // Only mail can show whether a mailbox exists. This check finds typos.
  if (people.every((entry) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^[^\s@<>"',;]+@[^\s@<>"',;]+$/.test(entry))) return [...new Set(people)];
  throw new SettingsError(
    variable,
    'has an entry that is neither a user ID nor an email address. Write user IDs, or email addresses such as ada@example.org, with commas between them, without names or <>.',
  );
}

const PROXY_RANGE_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** More proxies than any site has in a row. */
const MAX_PROXY_HOPS = 10;

/**
 * Reads `TRUST_PROXY`. By default no proxy header counts, because any client can send one. `true` is refused for the same
 * reason: the client's IP address would be whatever the client wrote first.
 */
function readProxyTrust(value: string | undefined): ProxyTrust {
  const text = value?.trim() ?? '';
  if (text === '' || text === 'false') return false;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PROXY_HOPS) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every((entry) => PROXY_RANGE_NAMES.has(entry) || isAddressRange(entry))) return entries;
  throw new SettingsError(
    'TRUST_PROXY',
    'is not valid. Leave it out, or set it to the IP addresses of the proxies in front, such as 10.0.0.0/8, or to their number, such as 1.',
  );
}

function isAddressRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Reads `TELEMETRY_URL` and `TELEMETRY_SHARE`. */
function readTelemetry(env: Environment): TelemetrySettings | null {
  const collector = env['TELEMETRY_URL']?.trim() ?? '';
  const share = readShare(env['TELEMETRY_SHARE']);
  if (collector === '' || share === 0) return null;
  // A path that begins with two slashes would be another host. Browsers read a backslash as a slash.
  const isPath = /^\/[^/\\]/.test(collector);
  checkUrl('TELEMETRY_URL', isPath ? `https://own.origin${collector}` : collector, 'https://collector.example.org, or to a path of the site such as /otlp');
  return { collector: withoutTrailingSlash(collector), share };
}

/** Reads `ALERT_URL` and `ALERT_SECRET`. An error never contains them: the URL of a chat service is a secret, too. */
function readAlerts(env: Environment): AlertSettings | null {
  const [url, secret] = [env['ALERT_URL']?.trim() ?? '', env['ALERT_SECRET']?.trim() ?? ''];
  if (url === '' && secret !== '') throw new SettingsError('ALERT_URL', 'is missing, though ALERT_SECRET is set. Set both, or only ALERT_URL.');
  if (url === '') return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new SettingsError('ALERT_URL', 'is not an http or https URL. Set it to the URL of a webhook.');
  // fetch refuses such a URL.
  if (new URL(url).username !== '' || new URL(url).password !== '') throw new SettingsError('ALERT_URL', 'has a user name or a password in it. Set it to the URL of a webhook without them.');
  if (secret === '') return { url, key: null };
  const key = Buffer.from(/^whsec_([A-Za-z0-9+/]+=*)$/.exec(secret)?.[1] ?? '', 'base64');
  if (key.length < 24 || key.length > 64) throw new SettingsError('ALERT_SECRET', 'is not the secret of a webhook. Set it to whsec_ followed by 24 to 64 random bytes in base64.');
  return { url, key };
}

function readShare(value: string | undefined): number {
  const text = value?.trim() || '100';
  const share = Number(text);
  if (/^\d{1,3}(?:\.\d+)?$/.test(text) && share <= 100) return share;
  throw new SettingsError('TELEMETRY_SHARE', 'is not a percentage. Set it to a number from 0 to 100, the percentage of tabs that send telemetry, or leave it out for 100.');
}

/**
 * Reads `SUPABASE_KEY` and checks that every browser may have it: a publishable key, or a JWT with the role `anon`. An
 * error never contains the key.
 */
function readPublicKey(value: string | undefined): string {
  const key = value?.trim() ?? '';
  const refuse = (problem: string) =>
    new SettingsError('SUPABASE_KEY', `${problem} Use the publishable key (sb_publishable_…) or the anon key from the project’s API settings.`);
  if (key === '') throw refuse('is missing.');
  if (/^sb_publishable_[A-Za-z0-9_-]+$/.test(key)) return key;
  const isSecret = key.startsWith('sb_secret_');
  const claims = claimsOf(key);
  if (!isSecret && claims === null) throw refuse('is not a key of a Supabase project.');
  if (isSecret || claims?.role !== 'anon') throw refuse('is a secret key, and every browser would get it.');
  if (claims.exp !== undefined && claims.exp * 1000 <= Date.now()) throw refuse('has expired.');
  return key;
}

/** The role that a key names; null if it is not a key. Only the project can tell whether the key is its own. */
function roleOfKey(key: string): unknown {
  if (/^sb_secret_[A-Za-z0-9_-]+$/.test(key)) return 'service_role';
  if (/^sb_publishable_[A-Za-z0-9_-]+$/.test(key)) return 'anon';
  return claimsOf(key)?.role ?? null;
}

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ role: v.optional(v.unknown()), exp: v.optional(v.number()) }));

/** The unverified claims of a JWT (RFC 7519 §3): only the backend can verify them. Null if the key is not a JWT. */
function claimsOf(key: string): v.InferOutput<typeof claimsSchema> | null {
  const [, payload] = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/.exec(key) ?? [];
  const claims = v.safeParse(claimsSchema, Buffer.from(payload ?? '', 'base64url').toString('utf8'));
  return claims.success ? claims.output : null;
}
