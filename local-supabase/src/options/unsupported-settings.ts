import { StartError } from '../errors/start-error.ts';
import { EXPOSED_SCHEMAS } from '../rest/exposed-connection.ts';

/** A value of a configuration file, with its table and name. */
interface Setting {
  readonly path: string;
  readonly value: unknown;
}

/** Settings that this backend does not read, and what it does: other values are refused. */
const FIXED: Readonly<Record<string, (value: unknown) => boolean>> = {
  'api.enabled': isTrue,
  // Requests that name no schema get the first.
  'api.schemas': (value) => isAmong(EXPOSED_SCHEMAS, value) && value[0] === EXPOSED_SCHEMAS[0],
  'api.extra_search_path': (value) => isAmong(['public', 'extensions'], value),
  'realtime.enabled': isTrue,
  'storage.enabled': isTrue,
  'storage.file_size_limit': (value) => value === '50MiB',
  'storage.image_transformation.enabled': isFalse,
  'auth.enabled': isTrue,
  'edge_runtime.enabled': isTrue,
  'auth.mfa.web_authn.enroll_enabled': isFalse,
  'auth.mfa.web_authn.verify_enabled': isFalse,
};

/** Tables of features that this backend does not have, where `*` stands for a name. They may be there, but not be switched on. */
const SWITCHED_OFF = ['auth.captcha', 'auth.hook.*', 'auth.web3.*', 'auth.third_party.*', 'auth.oauth_server', 'storage.analytics', 'storage.vector'];

/** Settings that do not affect this backend: ports and certificates of the CLI, mail and SMS providers (the inbox replaces them), ids and secrets of sign-in providers, and limits of missing features. */
const IGNORED_SETTINGS = [
  'api.port', 'api.tls', 'realtime.ip_version', 'realtime.max_header_length', 'auth.email.smtp',
  ...['client_id', 'secret', 'url', 'redirect_uri', 'skip_nonce_check', 'email_optional'].map((name) => `auth.external.*.${name}`),
  ...['twilio', 'twilio_verify', 'messagebird', 'textlocal', 'vonage'].map((name) => `auth.sms.${name}`),
  'auth.rate_limit.web3', 'storage.s3_protocol', 'edge_runtime.policy', 'edge_runtime.inspector_port', 'edge_runtime.deno_version',
  // Functions read the files of their folder.
  'functions.*.static_files',
];

const TABLES = ['api', 'auth', 'realtime', 'storage', 'functions', 'edge_runtime'];

/** Tables and names of the Supabase CLI's own programs, which this backend does not read (supabase/cli, `pkg/config/config.go`). */
const CLI_TABLES: ReadonlySet<string> = new Set(['$schema', 'project_id', 'db', 'studio', 'inbucket', 'local_smtp', 'analytics', 'experimental', 'remotes']);

/**
 * Refuses what a configuration file asks of the project, but this backend would ignore: a feature that it lacks, or a misspelt name.
 * @param source the file's content
 * @param isRead whether the backend reads the setting
 * @throws StartError for the first one
 */
export function refuseUnsupported(file: string, source: unknown, isRead: (path: readonly string[]) => boolean): void {
  const misspelt = Object.keys(isTable(source) ? source : {}).find((name) => !TABLES.includes(name) && !CLI_TABLES.has(name));
  if (misspelt !== undefined) throw new StartError(`${file} has a table or a setting that this backend does not know: ${misspelt}. Correct it or leave it out.`);
  for (const { path, value } of TABLES.flatMap((table) => settingsIn(isTable(source) ? source[table] : undefined, [table]))) {
    if (isRead(path.split('.')) || (FIXED[path] === undefined && IGNORED_SETTINGS.some((table) => fits(path, table)))) continue;
    const isAllowed = FIXED[path] ?? (SWITCHED_OFF.some((table) => fits(path, table)) ? (given: unknown) => !path.endsWith('.enabled') || given === false : undefined);
    if (isAllowed?.(value)) continue;
    const what = isAllowed ? `asks for something that this backend does not have: ${path} = ${JSON.stringify(value)}` : `has a setting that this backend does not know: ${path}`;
    throw new StartError(`${file} ${what}. Correct it or leave it out. If only a hosted project has it, move it to [remotes.NAME.${path.replace(/\.[^.]*$/, '')}].`);
  }
}

/** The settings of a table and the tables in it. A list is one setting. */
function settingsIn(value: unknown, path: readonly string[]): Setting[] {
  if (isTable(value)) return Object.entries(value).flatMap(([name, inner]) => settingsIn(inner, [...path, name]));
  return value === undefined ? [] : [{ path: path.join('.'), value }];
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether a setting is in a table, whose path may contain `*`. */
function fits(path: string, table: string): boolean {
  const names = path.split('.');
  return table.split('.').every((name, index) => name === '*' || name === names[index]);
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function isFalse(value: unknown): boolean {
  return value === false;
}

function isAmong(known: readonly string[], value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((one) => known.includes(String(one)));
}
