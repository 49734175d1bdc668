import { buildTemplate } from './database/template.ts';
import { readCommandLine, usage } from './options/command-line.ts';
import { StartError } from './options/start-error.ts';
import type { StartOptions } from './options/start-options.ts';
import { startLocalSupabase } from './start.ts';
import { typesOfMigrations } from './types/types-of-migrations.ts';

/** What a process that started this one with a channel is told when the backend answers. */
export interface ReadyMessage {
  type: 'ready';
  apiUrl: string;
  inboxUrl: string;
  publishableKey: string;
  secretKey: string;
  anonKey: string;
  serviceRoleKey: string;
}

/** Runs the command `local-supabase`. A wrong option or file ends it with one line on stderr and exit code 1. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    const command = readCommandLine(args);
    if (command.name === 'help') process.stdout.write(usage);
    else if (command.name === 'prepare') await buildTemplate();
    else if (command.name === 'types') process.stdout.write(await typesOfMigrations(command.migrations));
    else await start(command.options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`local-supabase: ${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(options: StartOptions): Promise<void> {
  const { apiUrl, inboxUrl, keys, stop } = await startLocalSupabase(options);
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    if (process.connected) process.disconnect();
    void stop();
  };
  process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
  process.stdout.write(`local-supabase ready: API ${apiUrl}, inbox ${inboxUrl} (for development only)\n`);
  process.send?.({
    type: 'ready',
    apiUrl,
    inboxUrl,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    anonKey: keys.anon,
    serviceRoleKey: keys.serviceRole,
  } satisfies ReadyMessage);
}
