import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { createApiServer } from './api.ts';
import { Limiters } from './auth/limiters.ts';
import { DEFAULT_SETTINGS, NO_RATE_LIMITS } from './auth/settings.ts';
import type { AuthSettings } from './auth/settings.ts';
import { CleanUp } from './clean-up.ts';
import { openCluster } from './cluster/cluster.ts';
import type { OpenCluster } from './cluster/cluster.ts';
import { readMigrations, runSeed } from './database/migrations.ts';
import { NewMigrations } from './database/new-migrations.ts';
import { DEFAULT_STATISTICS_INTERVAL, Statistics } from './database/statistics.ts';
import { reportFailure } from './errors/report-failure.ts';
import { StartError } from './errors/start-error.ts';
import { FunctionPool } from './functions/function-pool.ts';
import { HOSTED_LIMITS } from './functions/function-process.ts';
import type { FunctionLimits } from './functions/function-process.ts';
import { MessageStore } from './inbox/messages.ts';
import { createInboxServer } from './inbox/server.ts';
import { loadKeySecrets, resolveKeys } from './keys/api-keys.ts';
import type { ApiKeys } from './keys/api-keys.ts';
import { loadSigningKeys } from './keys/signing-keys.ts';
import { TokenVerifier } from './keys/token-verifier.ts';
import { readConfigFile } from './options/config-file.ts';
import type { StartOptions } from './options/start-options.ts';
import { DEFAULT_REALTIME_LIMITS, WITHOUT_RATES } from './realtime/realtime-services.ts';
import type { RealtimeLimits } from './realtime/realtime-services.ts';
import { ProviderFlows } from './auth/provider-flows.ts';
import { Realtime } from './realtime/realtime.ts';
import { openFileStore } from './storage/file-store.ts';
import { ObjectTokens } from './storage/object-tokens.ts';

/** A running backend. */
export interface LocalSupabase {
  apiUrl: string;
  inboxUrl: string;
  keys: ApiKeys;
  /**
   * Runs the migrations that are new in the directories since the start. Requests then use the new schema.
   * @returns their files
   * @throws StartError when one cannot be read or fails
   */
  readonly migrate: () => Promise<readonly string[]>;
  /** Finishes running work, writes everything to disk and frees the ports and the directory. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the backend. It listens on 127.0.0.1 only.
 * @param open opens the database. The hosts of test runs have their own ways.
 * @throws StartError when an option, a file, a port or the data directory cannot be used. Nothing is left running then.
 */
export async function startLocalSupabase(options: StartOptions, open: OpenCluster = openCluster): Promise<LocalSupabase> {
  const config = options.config === undefined ? undefined : await readConfigFile(options.config);
  const settings = resolveSettings(options, config?.auth);
  const migrations = await readMigrations(...(options.migrations ?? []));
  if (options.functions !== undefined) await requireReadable(options.functions, 'the functions in', '--functions');
  if (options.envFile !== undefined) await requireReadable(options.envFile, 'the secrets in', '--env-file');

  const cleanUp = new CleanUp();
  try {
    const { database, respond, forgetSchema, close } = await open({ dataDirectory: options.dataDirectory, migrations, schemaIsFinal: options.seed === undefined, maxRows: config?.maxRows });
    cleanUp.add(close);
    const { keys, jwtSecret } = await resolveKeys(options, await loadKeySecrets(database));
    if (options.seed !== undefined) await runSeed(database, options.seed);
    const statistics = new Statistics(database);
    if (options.seed !== undefined) await statistics.refresh();
    statistics.start(options.statisticsInterval ?? DEFAULT_STATISTICS_INTERVAL);
    cleanUp.add(() => statistics.stop());

    const files = await openFileStore(database, options.dataDirectory);
    cleanUp.add(() => files.close());
    const signingKeys = await loadSigningKeys(database, { rotate: options.rotateSigningKey ?? false });
    const messages = new MessageStore(database);
    let apiUrl = '';
    const verifier = new TokenVerifier(signingKeys, jwtSecret);
    const functionLimits = limitsOf(options);
    const pool = new FunctionPool({
      directory: options.functions === undefined ? undefined : path.resolve(options.functions),
      configs: config?.functions ?? new Map(),
      secretsFile: options.envFile,
      limits: functionLimits,
      project: () => ({ apiUrl, keys, signingKeys }),
    });
    cleanUp.add(() => pool.stop());
    const api = createApiServer({
      auth: { database, settings, keys, signingKeys, verifier, messages, limiters: new Limiters(settings.rateLimits), providerFlows: new ProviderFlows(), apiUrl: () => apiUrl },
      rest: { database, respond, keys, verifier },
      storage: { database, files, tokens: await ObjectTokens.load(database), keys, verifier },
      functions: { pool, limits: functionLimits, verifier },
      realtime: await Realtime.start({ database, keys, verifier, limits: realtimeLimits(options) }),
    });
    apiUrl = await serve(api, options.port, '--port', cleanUp);
    const newMigrations = new NewMigrations(database, options.migrations ?? [], forgetSchema);
    cleanUp.add(() => newMigrations.finish());
    const inboxUrl = await serve(createInboxServer(messages), options.inboxPort, '--inbox-port', cleanUp);
    return { apiUrl, inboxUrl, keys, migrate: () => newMigrations.run(), stop: () => cleanUp.run() };
  } catch (error) {
    // Report the reason of the failed start, not a later clean-up failure.
    await cleanUp.run().catch(reportFailure);
    throw error;
  }
}

const systemError = v.object({ code: v.string() });

/**
 * Listens on 127.0.0.1. The returned URL says `localhost`, as every other part does: the issuer of tokens and the key of stored
 * sessions are derived from it.
 * @throws StartError when the port cannot be used
 */
async function serve(server: FastifyInstance, port: number, flag: string, cleanUp: CleanUp): Promise<string> {
  try {
    const address = new URL(await server.listen({ host: '127.0.0.1', port }));
    cleanUp.add(() => server.close());
    return `http://localhost:${address.port}`;
  } catch (cause) {
    const code = v.is(systemError, cause) ? cause.code : undefined;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${String(port)} is taken. Stop what listens there or give another ${flag}.`, { cause });
    if (code === 'EACCES') throw new StartError(`Port ${String(port)} needs privileges. Give another ${flag}.`, { cause });
    throw cause;
  }
}

function resolveSettings(options: StartOptions, configured?: Partial<AuthSettings>): AuthSettings {
  const settings = { ...DEFAULT_SETTINGS, ...configured };
  if (options.siteUrl !== undefined) settings.siteUrl = options.siteUrl;
  if (options.confirmEmail !== undefined) settings.autoconfirm = !options.confirmEmail;
  if (options.passwordCost !== undefined) settings.passwordCost = options.passwordCost;
  if (options.providers !== undefined) settings.providers = [...new Set([...settings.providers, ...options.providers])];
  if (options.noRateLimits) settings.rateLimits = NO_RATE_LIMITS;
  return settings;
}

function limitsOf({ functionTimeout }: StartOptions): FunctionLimits {
  return functionTimeout === undefined ? HOSTED_LIMITS : { ...HOSTED_LIMITS, wallClockMilliseconds: functionTimeout * 1000 };
}

function realtimeLimits(options: StartOptions): RealtimeLimits {
  return { ...DEFAULT_REALTIME_LIMITS, ...(options.noRateLimits && WITHOUT_RATES), ...options.realtimeLimits };
}

async function requireReadable(file: string, what: string, flag: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (cause) {
    throw new StartError(`Cannot read ${what} ${file}. Check ${flag}.`, { cause });
  }
}
