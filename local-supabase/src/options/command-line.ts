import { parseArgs } from 'node:util';
import { StartError } from '../errors/start-error.ts';
import { DEFAULT_PORTS } from './start-options.ts';
import type { StartOptions } from './start-options.ts';

/** What `local-supabase --help` prints. */
export const USAGE = `local-supabase: a Supabase project on this machine, for development only

  local-supabase start [options]
    --port N              port of the API (54321; 0 picks a free one)
    --inbox-port N        port of the inbox for mail and SMS (54324; 0 picks a free one)
    --data-dir DIR        stores the data in DIR
    --memory              stores the data in memory (the default)
    --migrations DIR      runs the new migrations in DIR; can be repeated
    --seed FILE           fills a new database with the SQL in FILE
    --functions DIR       functions to serve, in the Supabase CLI's layout
    --env-file FILE       the functions' secrets (default: .env in their DIR)
    --function-timeout N  maximum duration of a function call, in seconds (150)
    --config FILE         settings: a Supabase config.toml, or JSON of the same shape
    --site-url URL        where mail links lead (http://localhost:3000)
    --confirm-email       sign-up requires a confirmed email address (--no-confirm-email: it does not)
    --provider NAME       offers sign-in with a provider, such as github, whose page is one of this backend's (several: repeat it)
    --no-rate-limits      disables all rate limits
    --password-cost N     bcrypt cost of new passwords, 4 to 16 (10; test runs save time with 4)
    --rotate-signing-key  adds a key that signs new tokens; tokens of older keys stay valid
    --jwt-secret S        secret of HS256 tokens (default: random, stored with the data)
    --anon-key K          key for browsers (default: random, stored with the data)
    --service-role-key K  key for servers (default: random, stored with the data)

  local-supabase prepare  initialises the database once, so that first starts are quick
  local-supabase host     runs several backends for a test run, controlled over IPC
  local-supabase types --migrations DIR
                          prints the TypeScript types of the schema public, for createClient<Database>
`;

/** A parsed command line. */
type Command = { name: 'help' } | { name: 'prepare' } | { name: 'host' } | { name: 'types'; migrations: readonly string[] } | { name: 'start'; options: StartOptions };

const FLAGS = {
  port: { type: 'string' },
  'inbox-port': { type: 'string' },
  'data-dir': { type: 'string' },
  memory: { type: 'boolean' },
  migrations: { type: 'string', multiple: true },
  seed: { type: 'string' },
  functions: { type: 'string' },
  'env-file': { type: 'string' },
  'function-timeout': { type: 'string' },
  config: { type: 'string' },
  'site-url': { type: 'string' },
  'confirm-email': { type: 'boolean' },
  'no-confirm-email': { type: 'boolean' },
  provider: { type: 'string', multiple: true },
  'no-rate-limits': { type: 'boolean' },
  'password-cost': { type: 'string' },
  'rotate-signing-key': { type: 'boolean' },
  'jwt-secret': { type: 'string' },
  'anon-key': { type: 'string' },
  'service-role-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parses the command line. @throws StartError with one line that says what is wrong */
export function readCommandLine(args: string[]): Command {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.help || (name === undefined && rest.length === 0)) return { name: 'help' };
  if (rest.length > 0) throw new StartError(`"${rest.join(' ')}" is unexpected. Run local-supabase --help.`);
  if (name === 'prepare' || name === 'host') return { name };
  if (name === 'types') return { name, migrations: values.migrations ?? [] };
  if (name !== 'start') throw new StartError(`Unknown command "${name ?? ''}". Run local-supabase --help.`);
  if (values.memory && values['data-dir'] !== undefined) throw new StartError('--memory and --data-dir cannot be combined. Pass one of them.');
  if (values['confirm-email'] && values['no-confirm-email']) {
    throw new StartError('--confirm-email and --no-confirm-email cannot be combined. Pass one of them.');
  }
  return {
    name,
    options: {
      port: readPort('--port', values.port, DEFAULT_PORTS.port),
      inboxPort: readPort('--inbox-port', values['inbox-port'], DEFAULT_PORTS.inboxPort),
      ...(values['data-dir'] === undefined ? {} : { dataDirectory: values['data-dir'] }),
      ...(values.migrations === undefined ? {} : { migrations: values.migrations }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
      ...(values.functions === undefined ? {} : { functions: values.functions }),
      ...(values['env-file'] === undefined ? {} : { envFile: values['env-file'] }),
      ...(values['function-timeout'] === undefined ? {} : { functionTimeout: readSeconds('--function-timeout', values['function-timeout']) }),
      ...(values.config === undefined ? {} : { config: values.config }),
      ...(values['site-url'] === undefined ? {} : { siteUrl: readAddress('--site-url', values['site-url']) }),
      ...(values['confirm-email'] ? { confirmEmail: true } : {}),
      ...(values['no-confirm-email'] ? { confirmEmail: false } : {}),
      ...(values.provider === undefined ? {} : { providers: values.provider }),
      ...(values['no-rate-limits'] ? { noRateLimits: true } : {}),
      ...(values['password-cost'] === undefined ? {} : { passwordCost: readPasswordCost(values['password-cost']) }),
      ...(values['rotate-signing-key'] ? { rotateSigningKey: true } : {}),
      ...(values['jwt-secret'] === undefined ? {} : { jwtSecret: readSecret(values['jwt-secret']) }),
      ...(values['anon-key'] === undefined ? {} : { anonKey: values['anon-key'] }),
      ...(values['service-role-key'] === undefined ? {} : { serviceRoleKey: values['service-role-key'] }),
    },
  };
}

function parse(args: string[]): ReturnType<typeof parseArgs<{ options: typeof FLAGS; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new StartError(`${reason}. Run local-supabase --help.`, { cause });
  }
}

function readPort(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new StartError(`${flag} must be a port from 0 to 65535, got "${text}".`);
  return port;
}

function readSeconds(flag: string, text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 86_400) throw new StartError(`${flag} must be a whole number of seconds from 1 to 86400, got "${text}".`);
  return seconds;
}

function readPasswordCost(text: string): number {
  const cost = Number(text);
  if (!/^\d+$/.test(text) || cost < 4 || cost > 16) throw new StartError(`--password-cost must be a whole number from 4 to 16, got "${text}".`);
  return cost;
}

function readAddress(flag: string, text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new StartError(`${flag} must be an http or https URL, got "${text}".`);
  return text;
}

function readSecret(text: string): string {
  if (text.length < 32) throw new StartError('--jwt-secret must have at least 32 characters.');
  return text;
}
