import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as v from 'valibot';

const PROGRAM = path.join(__dirname, '../../../tools/run-source/run-source.mjs');
const ready = v.object({ type: v.literal('ready'), url: v.string() });

let server: ChildProcess | null = null;

afterAll(() => {
  server?.removeAllListeners();
  server?.kill();
});

/** Runs the site's server with a folder of releases until the tests of the file are done. Returns its address. */
export function forkSite(releases: string): Promise<string> {
  const child = fork(PROGRAM, ['credentials-server/src/command.ts'], {
    execArgv: [],
    env: { PATH: process.env['PATH'], SUPABASE_URL: 'http://127.0.0.1:54321', SUPABASE_KEY: 'sb_publishable_test', PORT: '0', RELEASES_DIR: releases },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  server = child;
  return new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(v.parse(ready, message).url));
    child.once('exit', (code) => reject(new Error(`The site's server ended with ${String(code)}.`)));
  });
}
