import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { checkTemplate, TemplateError } from '../../../supabase/functions/send-email/template-actions.ts';
import { NOTIFICATIONS } from '../auth/settings.ts';
import type { AuthSettings, MailKind, MailTemplate, NotificationKind } from '../auth/settings.ts';
import { StartError } from '../errors/start-error.ts';
import type { FunctionConfig } from '../functions/function-pool.ts';
import { address, authConfig, toAuthSettings } from './auth-config.ts';
import { refuseUnsupported } from './unsupported-settings.ts';

/** The part of a Supabase `config.toml` that this backend reads. */
const configSchema = v.object({
  api: v.optional(v.object({ external_url: v.optional(address), max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) }), {}),
  auth: v.optional(authConfig, {}),
  functions: v.optional(
    v.record(
      v.string(),
      v.object({
        enabled: v.optional(v.boolean(), true),
        verify_jwt: v.optional(v.boolean(), true),
        entrypoint: v.optional(v.string()),
        import_map: v.optional(v.string()),
      }),
    ),
    {},
  ),
});
type Config = v.InferOutput<typeof configSchema>;

/** The settings of a configuration file. */
interface ConfigFile {
  /** The maximum number of rows in a response of the Data API; undefined for the default. */
  maxRows: number | undefined;
  auth: Partial<AuthSettings>;
  /** How functions are served, by name. */
  functions: ReadonlyMap<string, FunctionConfig>;
}

/**
 * Reads a Supabase `config.toml`, or a `.json` file of the same shape. Unlike there, a rate limit may also be "off".
 * @throws StartError naming the field, when the file cannot be read or has a wrong value
 */
export async function readConfigFile(file: string): Promise<ConfigFile> {
  const config = parseConfig(file, await readSource(file));
  const directory = path.dirname(file);
  return {
    maxRows: config.api.max_rows,
    auth: { ...toAuthSettings(config.auth, config.api.external_url), templates: await readTemplates(config, directory), notifications: await readNotifications(config, directory) },
    functions: toFunctionConfigs(config, directory),
  };
}

async function readSource(file: string): Promise<unknown> {
  try {
    const source = await readFile(file, 'utf8');
    return file.endsWith('.json') ? JSON.parse(source) : parseToml(source);
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new StartError(`Cannot read the settings in ${file}: ${reason}. Correct the file or give another --config.`, { cause });
  }
}

function parseConfig(file: string, source: unknown): Config {
  const parsed = v.safeParse(configSchema, source);
  if (parsed.success) {
    refuseUnsupported(file, source, (names) => hasEntry(configSchema, names));
    return parsed.output;
  }
  const [issue] = parsed.issues;
  throw new StartError(`In ${file}, ${v.getDotPath(issue) ?? 'the file'} is wrong: ${issue.message}. Correct it.`);
}

const objectSchema = v.object({ entries: v.record(v.string(), v.unknown()) });
const wrappingSchema = v.object({ wrapped: v.unknown() });
const recordSchema = v.object({ type: v.literal('record'), value: v.unknown() });

/** Whether a schema of nested objects and records has an entry with these names. */
function hasEntry(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (v.is(wrappingSchema, schema)) return hasEntry(schema.wrapped, [name, ...rest]);
  if (v.is(recordSchema, schema)) return hasEntry(schema.value, rest);
  if (!v.is(objectSchema, schema)) return false;
  return Object.hasOwn(schema.entries, name) && hasEntry(schema.entries[name], rest);
}

/** Paths are relative to the file, as for the Supabase CLI. */
function toFunctionConfigs({ functions }: Config, directory: string): ConfigFile['functions'] {
  const absolute = (name: string): string => path.resolve(directory, name);
  return new Map(
    Object.entries(functions).map(([name, config]) => [
      name,
      {
        enabled: config.enabled,
        verifyJwt: config.verify_jwt,
        ...(config.entrypoint === undefined ? {} : { entrypoint: absolute(config.entrypoint) }),
        ...(config.import_map === undefined ? {} : { importMap: absolute(config.import_map) }),
      },
    ]),
  );
}

/** The directory that holds the `supabase` folder: paths of templates are relative to it, as for the Supabase CLI. */
function rootOf(directory: string): string {
  return path.basename(directory) === 'supabase' ? path.dirname(directory) : directory;
}

async function readTemplates({ auth }: Config, directory: string): Promise<Partial<Record<MailKind, MailTemplate>>> {
  const templates: Partial<Record<MailKind, MailTemplate>> = {};
  const kinds = ['confirmation', 'recovery', 'invite', 'magic_link', 'email_change', 'reauthentication'] as const;
  for (const kind of kinds) {
    const given = auth.email.template[kind];
    if (!given) continue;
    requireTemplate(`auth.email.template.${kind}.subject`, given.subject);
    templates[kind] = { subject: given.subject, html: await readTemplate(`auth.email.template.${kind}`, path.resolve(rootOf(directory), given.content_path)) };
  }
  return templates;
}

async function readNotifications({ auth }: Config, directory: string): Promise<Map<NotificationKind, Partial<MailTemplate>>> {
  const notifications = new Map<NotificationKind, Partial<MailTemplate>>();
  for (const kind of NOTIFICATIONS) {
    const { enabled, subject, content_path: file } = auth.email.notification[kind] ?? {};
    if (enabled !== true) continue;
    const setting = `auth.email.notification.${kind}`;
    if (subject !== undefined) requireTemplate(`${setting}.subject`, subject);
    notifications.set(kind, {
      ...(subject !== undefined && { subject }),
      ...(file !== undefined && { html: await readTemplate(setting, path.resolve(rootOf(directory), file)) }),
    });
  }
  return notifications;
}

/** @param setting the table in the configuration file */
async function readTemplate(setting: string, file: string): Promise<string> {
  let html: string;
  try {
    html = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`Cannot read the mail template ${file}. Correct ${setting}.content_path.`, { cause });
  }
  requireTemplate(`The mail template ${file}`, html);
  return html;
}

/** GoTrue would silently send its default mail instead. @throws StartError for a template with an invalid action */
function requireTemplate(name: string, template: string): void {
  try {
    checkTemplate(template);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new StartError(`${name} is wrong: ${cause.message}`, { cause });
  }
}
