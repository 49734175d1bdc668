import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AuthServices } from './auth/auth-services.ts';
import { Limiters } from './auth/limits/limiters.ts';
import { CleanUp } from './clean-up.ts';
import { openCluster } from './database/cluster.ts';
import { lockDirectory } from './database/directory-lock.ts';
import { readMigrations, runMigrations } from './database/migrations.ts';
import { runSeed } from './database/seed.ts';
import { Statistics, defaultStatisticsInterval } from './database/statistics.ts';
import { hostedLimits } from './functions/function-limits.ts';
import type { FunctionLimits } from './functions/function-limits.ts';
import { FunctionPool } from './functions/function-pool.ts';
import { readFunctionsConfig } from './functions/functions-config.ts';
import { createApiServer } from './http/api-server.ts';
import { listen } from './http/listen.ts';
import { reportFailure } from './http/report-failure.ts';
import { createInboxServer } from './inbox/inbox-server.ts';
import { MessageStore } from './inbox/message-store.ts';
import { loadKeySecrets, type ApiKeys } from './keys/api-keys.ts';
import { loadSigningKeys } from './keys/signing-keys.ts';
import { TokenVerifier } from './keys/token-verifier.ts';
import { readConfigFile } from './options/config-file.ts';
import { resolveKeys } from './options/resolve-keys.ts';
import { defaultSettings, unlimited } from './options/settings.ts';
import type { AuthSettings } from './options/settings.ts';
import { StartError } from './options/start-error.ts';
import type { StartOptions } from './options/start-options.ts';
import { Realtime } from './realtime/realtime.ts';
import { defaultRealtimeLimits, withoutRates } from './realtime/realtime-limits.ts';
import type { RealtimeLimits } from './realtime/realtime-limits.ts';
import { openFileStore } from './storage/files/open-file-store.ts';
import { ObjectTokens } from './storage/signing/object-tokens.ts';

/** A running backend. */
export interface LocalSupabase {
  apiUrl: string;
  inboxUrl: string;
  keys: ApiKeys;
  /** Finishes what runs, writes everything out and frees ports and directory. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the backend. It listens on 127.0.0.1 only.
 * @throws StartError when an option, a file, a port or the data directory does not serve; nothing is left running then.
 */
export async function startLocalSupabase(options: StartOptions): Promise<LocalSupabase> {
  const settings = await resolveSettings(options);
  const migrations = await readMigrations(...(options.migrations ?? []));
  if (options.functions !== undefined) await requireReadable(options.functions, 'the functions in', '--functions');
  if (options.envFile !== undefined) await requireReadable(options.envFile, 'the secrets in', '--env-file');
  const functionConfigs = options.config === undefined ? new Map() : await readFunctionsConfig(options.config);

  const cleanUp = new CleanUp();
  try {
    if (options.dataDirectory !== undefined) {
      const lock = await lockDirectory(options.dataDirectory);
      cleanUp.add(() => lock.release());
    }
    const cluster = await openCluster(options.dataDirectory);
    const { database } = cluster;
    cleanUp.add(() => database.close());
    const { keys, jwtSecret } = await resolveKeys(options, await loadKeySecrets(database));
    await runMigrations(database, migrations);
    if (options.seed !== undefined) await runSeed(database, options.seed);
    const statistics = new Statistics(database);
    if (options.seed !== undefined) await statistics.refresh();
    statistics.start(options.statisticsInterval ?? defaultStatisticsInterval);
    cleanUp.add(() => statistics.stop());

    const files = await openFileStore(database, options.dataDirectory);
    cleanUp.add(() => files.close());
    const signingKeys = await loadSigningKeys(database, { rotate: options.rotateSigningKey ?? false });
    const messages = new MessageStore(database);
    let apiUrl = '';
    const auth: AuthServices = {
      database,
      settings,
      keys,
      signingKeys,
      verifier: new TokenVerifier(signingKeys, jwtSecret),
      messages,
      limiters: new Limiters(settings.rateLimits),
      apiUrl: () => apiUrl,
    };
    const storage = { database, files, tokens: await ObjectTokens.load(database), keys, verifier: auth.verifier };
    const limits = limitsOf(options);
    const pool = new FunctionPool({
      directory: options.functions === undefined ? undefined : path.resolve(options.functions),
      configs: functionConfigs,
      secretsFile: options.envFile,
      limits,
      project: () => ({ apiUrl, keys, signingKeys }),
    });
    cleanUp.add(() => pool.stop());
    const functions = { pool, limits, verifier: auth.verifier };
    const { verifier } = auth;
    const realtime = await Realtime.start({ database, keys, verifier, limits: realtimeLimits(options) });
    apiUrl = await serve(createApiServer(auth, cluster, { storage, functions, realtime }), options.port, '--port', cleanUp);
    const inboxUrl = await serve(createInboxServer(messages), options.inboxPort, '--inbox-port', cleanUp);
    return { apiUrl, inboxUrl, keys, stop: () => cleanUp.run() };
  } catch (error) {
    // Why it did not start is what matters to whoever started it.
    await cleanUp.run().catch(reportFailure);
    throw error;
  }
}

async function serve(server: FastifyInstance, port: number, flag: string, cleanUp: CleanUp): Promise<string> {
  const address = await listen(server, port, flag);
  cleanUp.add(() => server.close());
  return address;
}

async function resolveSettings(options: StartOptions): Promise<AuthSettings> {
  const settings = { ...defaultSettings, ...(options.config === undefined ? {} : await readConfigFile(options.config)) };
  if (options.siteUrl !== undefined) settings.siteUrl = options.siteUrl;
  if (options.confirmEmail !== undefined) settings.autoconfirm = !options.confirmEmail;
  if (options.passwordCost !== undefined) settings.passwordCost = options.passwordCost;
  if (options.noRateLimits) settings.rateLimits = unlimited;
  return settings;
}

function limitsOf({ functionTimeout }: StartOptions): FunctionLimits {
  return functionTimeout === undefined ? hostedLimits : { ...hostedLimits, wallClockMilliseconds: functionTimeout * 1000 };
}

function realtimeLimits(options: StartOptions): RealtimeLimits {
  return { ...defaultRealtimeLimits, ...(options.noRateLimits && withoutRates), ...options.realtimeLimits };
}

async function requireReadable(file: string, what: string, flag: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (cause) {
    throw new StartError(`Cannot read ${what} ${file}. Check ${flag}.`, { cause });
  }
}
