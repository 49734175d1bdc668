import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { publishedSite } from './support/published-site.ts';
import { ask, backend } from './support/running-site.ts';

const program = fileURLToPath(new URL('../../tools/run-source/run-source.mjs', import.meta.url));
const VALID_SETTINGS = { SUPABASE_URL: backend.supabaseUrl, SUPABASE_KEY: backend.supabaseKey, PORT: '0' };
const readyMessage = v.strictObject({ type: v.literal('ready'), url: v.pipe(v.string(), v.url()) });

const started: ChildProcess[] = [];

// The tests run at the same time, because one waits until the server cuts off a connection, and all wait for processes.
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

function start(env: Readonly<Record<string, string>>): { child: ChildProcess; output: { out: string; err: string } } {
  const child = fork(program, ['credentials-server/src/command.ts'], {
    execArgv: [],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  return { child, output };
}

/** The first argument of an event: the message, or the exit code. */
async function firstOf(child: ChildProcess, event: 'message' | 'close' | 'exit'): Promise<unknown> {
  const values: unknown[] = await once(child, event);
  return values[0];
}

async function ready(child: ChildProcess): Promise<string> {
  return v.parse(readyMessage, await firstOf(child, 'message')).url;
}

test.concurrent('a missing setting stops the start with one line and exit code 1', async () => {
  const { child, output } = start({ ...VALID_SETTINGS, SUPABASE_KEY: '' });
  expect(await firstOf(child, 'close')).toBe(1);
  expect(output).toEqual({ out: '', err: expect.stringMatching(/^SUPABASE_KEY is missing\. .*\n$/) as string });
}, 30_000);

test.concurrent('a taken port stops the start with one line that names PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  try {
    const { child, output } = start({ ...VALID_SETTINGS, PORT: port });
    expect(await firstOf(child, 'close')).toBe(1);
    expect(output.err).toBe(`PORT ${port} is taken. Stop what listens there, or set PORT to a free port.\n`);
  } finally {
    other.close();
  }
}, 30_000);

test.concurrent('serves the site, and SIGTERM stops it cleanly in spite of an idle connection and of a SIGINT', async () => {
  const { folder } = await publishedSite();
  const { child } = start({ ...VALID_SETTINGS, RELEASES_DIR: folder, ALLOWED_HOSTS: 'localhost' });
  const base = await ready(child);
  expect((await ask(base, '/readyz', { headers: { host: 'evil.example' } })).status).toBe(403);
  expect(base).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await ask(base, '/readyz')).status).toBe(200);
  const idle = connect(Number(new URL(base).port), '127.0.0.1');
  await once(idle, 'connect');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  expect(await firstOf(child, 'close')).toBe(0);
  idle.destroy();
}, 30_000);

test.concurrent('stops when its parent process exits', async () => {
  const { folder } = await publishedSite([]);
  const { child } = start({ ...VALID_SETTINGS, RELEASES_DIR: folder });
  await ready(child);
  child.disconnect();
  expect(await firstOf(child, 'exit')).toBe(0);
}, 30_000);
