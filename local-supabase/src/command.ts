import * as v from 'valibot';
import { openCluster } from './cluster/cluster.ts';
import { buildTemplate } from './cluster/template.ts';
import { readMigrations } from './database/migrations.ts';
import { reportFailure } from './errors/report-failure.ts';
import { StartError } from './errors/start-error.ts';
import { readyMessage, runHost } from './host.ts';
import { readCommandLine, USAGE } from './options/command-line.ts';
import type { StartOptions } from './options/start-options.ts';
import { startLocalSupabase } from './start.ts';
import type { LocalSupabase } from './start.ts';
import { typesOfDatabase } from './types/typescript.ts';

/** Runs the command `local-supabase`. A wrong option or file ends it with one line on stderr and exit code 1. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    const command = readCommandLine(args);
    if (command.name === 'help') process.stdout.write(USAGE);
    else if (command.name === 'prepare') await buildTemplate();
    else if (command.name === 'host') runHost();
    else if (command.name === 'types') process.stdout.write(await typesOfMigrations(command.migrations));
    else await start(command.options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`local-supabase: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** The TypeScript types of the schema `public` after the migrations, which run in a new database in memory. */
async function typesOfMigrations(directories: readonly string[]): Promise<string> {
  const { database } = await openCluster({ migrations: await readMigrations(...directories) });
  try {
    return (await typesOfDatabase(database, '')).source;
  } finally {
    await database.close();
  }
}

async function start(options: StartOptions): Promise<void> {
  const backend = await startLocalSupabase(options);
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    if (process.connected) process.disconnect();
    void backend.stop();
  };
  process.on('message', (message) => {
    if (!v.is(migrateSchema, message)) return;
    void migrate(backend).then((reply) => {
      // The backend may have been stopped meanwhile.
      if (process.connected) process.send?.(reply);
    });
  });
  process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
  process.stdout.write(`local-supabase ready: API ${backend.apiUrl}, inbox ${backend.inboxUrl} (for development only)\n`);
  process.send?.(readyMessage(backend));
}

/** The message with which the parent process asks to run new migrations. */
const migrateSchema = v.object({ type: v.literal('migrate') });

/** The reply to it. */
type MigrateReply = { type: 'migrated'; files: readonly string[] } | { type: 'refused'; message: string };

async function migrate(backend: LocalSupabase): Promise<MigrateReply> {
  try {
    return { type: 'migrated', files: await backend.migrate() };
  } catch (error) {
    // The backend itself still works, so an unexpected error does not end it.
    if (!(error instanceof StartError)) reportFailure(error);
    return { type: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}
