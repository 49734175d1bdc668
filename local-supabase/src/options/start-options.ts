import type { KeyOptions } from '../keys/api-keys.ts';
import type { RealtimeLimits } from '../realtime/realtime-services.ts';

/** The options of a start. */
export interface StartOptions extends KeyOptions {
  /** Port of the API. 0 picks a free one. */
  port: number;
  /** Port of the inbox. 0 picks a free one. */
  inboxPort: number;
  /** The data directory. Without it, the data is lost when the process ends. */
  dataDirectory?: string;
  /** Directories with migrations. They run in the order of their versions. */
  migrations?: readonly string[];
  /** SQL file that fills a new database. */
  seed?: string;
  /** Directory of the functions to serve. */
  functions?: string;
  /** The functions' secrets file. Defaults to `.env` in their directory. */
  envFile?: string;
  /** The maximum duration of a function call, in seconds. Defaults to a hosted project's. */
  functionTimeout?: number;
  /** Supabase `config.toml`, or JSON of its shape. */
  config?: string;
  /** The URL of the site, where mail links lead. Overrides the config file. */
  siteUrl?: string;
  /** Whether sign-up needs a confirmed email address. Overrides the config file. */
  confirmEmail?: boolean;
  /** Names of further sign-in providers, in addition to those of the config file. */
  providers?: readonly string[];
  /** Switches every rate limit off. */
  noRateLimits?: boolean;
  /** bcrypt cost of new password hashes. Defaults to a hosted project's. */
  passwordCost?: number;
  /** Limits of realtime that differ from a hosted project's. */
  realtimeLimits?: Partial<RealtimeLimits>;
  /** How often tables with many changes are analysed, in milliseconds. Defaults to once a minute. */
  statisticsInterval?: number;
  /** Adds a signing key. Tokens of older keys stay valid. */
  rotateSigningKey?: boolean;
}

/** The ports that Supabase's own tools use. */
export const DEFAULT_PORTS = { port: 54321, inboxPort: 54324 };
