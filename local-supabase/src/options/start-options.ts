import type { KeyOptions } from '../keys/api-keys.ts';
import type { RealtimeLimits } from '../realtime/realtime-services.ts';

/** What a start of the backend can be told. */
export interface StartOptions extends KeyOptions {
  /** Port of the API; 0 takes a free one. */
  port: number;
  /** Port of the inbox; 0 takes a free one. */
  inboxPort: number;
  /** Where the data is kept; left out, nothing outlives the process. */
  dataDirectory?: string;
  /** Directories of the migrations to run, in the order of their versions. */
  migrations?: readonly string[];
  /** SQL file that fills a new database. */
  seed?: string;
  /** Directory of the functions to serve. */
  functions?: string;
  /** File of the functions' secrets; left out, `.env` in their directory. */
  envFile?: string;
  /** The longest that a call of a function may last, in seconds; left out, as on a hosted project. */
  functionTimeout?: number;
  /** Supabase `config.toml`, or JSON of its shape. */
  config?: string;
  /** The address of the site, where mail links lead. Overrides the config file. */
  siteUrl?: string;
  /** Whether sign-up needs a confirmed address. Overrides the config file. */
  confirmEmail?: boolean;
  /** Switches every rate limit off. */
  noRateLimits?: boolean;
  /** bcrypt cost of new password hashes; left out, as on a hosted project. */
  passwordCost?: number;
  /** Limits of realtime that differ from a hosted project's. */
  realtimeLimits?: Partial<RealtimeLimits>;
  /** How often tables are looked at whose rows may have changed much, in milliseconds; left out, once a minute. */
  statisticsInterval?: number;
  /** Adds a signing key at the start: it signs from then on, and the older ones still verify. */
  rotateSigningKey?: boolean;
}

/** The ports that Supabase's own tools use. */
export const DEFAULT_PORTS = { port: 54321, inboxPort: 54324 };
