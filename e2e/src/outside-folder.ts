import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { ownEnvironment } from './own-environment.ts';

/** What a command came to. */
export interface CommandRun {
  readonly code: number | null;
  /** Its standard output and standard error, as they came. */
  readonly said: string;
}

/** A folder of somebody who has nothing of this repository. */
export interface OutsideFolder {
  readonly path: string;
  /** Runs a command in it, or in a folder below it, as somebody would type it. */
  run(command: string, below?: string): Promise<CommandRun>;
}

/** Tests that begin in an empty folder outside the repository. */
export const outsideTest = test.extend<{ outside: OutsideFolder }>({
  // Playwright reads from the braces that nothing else is needed.
  // oxlint-disable-next-line no-empty-pattern
  outside: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-outside-'));
    await provide({ path: folder, run: (command, below = '.') => run(command, path.join(folder, below)) });
    await rm(folder, { recursive: true, force: true });
  },
});

function run(command: string, cwd: string): Promise<CommandRun> {
  const child = spawn(command, { cwd, shell: true, env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
