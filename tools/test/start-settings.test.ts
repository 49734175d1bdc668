import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDirectory } from '@atrium/local-supabase/directory-lock';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { readStartOptions, requireServerSettings, serverEnvironment } from '../start/start-options.ts';
import { removeData, requireFreePorts } from '../start/start-site.ts';

/** Overrides the `.env` file that a developer may have. */
const CLEAN = { PORT: '', HOST: '', SUPABASE_URL: '', SUPABASE_KEY: '', ALLOW_DEVELOPMENT: '', ALLOWED_HOSTS: '', TRUST_PROXY: '' };

const PROJECT = 'http://127.0.0.1:1';

const SECRET_JWT = ['{"alg":"HS256"}', '{"role":"service_role"}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

function messageFor(args: readonly string[], environment: NodeJS.ProcessEnv): string {
  try {
    requireServerSettings(readStartOptions(args, { ...CLEAN, ...environment }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing is wrong';
}

interface Wrong {
  readonly args?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly says: RegExp;
}

test.each<[string, Wrong]>([
  ['a secret key', { environment: { SUPABASE_URL: PROJECT, SUPABASE_KEY: 'sb_secret_abcdef' }, says: /^SUPABASE_KEY is a secret key.*publishable key/ }],
  ['the key of the service role', { environment: { SUPABASE_URL: PROJECT, SUPABASE_KEY: SECRET_JWT }, says: /^SUPABASE_KEY is a secret key.*publishable key/ }],
  ['a malformed key', { environment: { SUPABASE_URL: PROJECT, SUPABASE_KEY: 'abc' }, says: /^SUPABASE_KEY is not a key/ }],
  ['an address without a key', { environment: { SUPABASE_URL: PROJECT }, says: /^SUPABASE_KEY is missing.*SUPABASE_URL/ }],
  ['a key without an address', { environment: { SUPABASE_KEY: 'sb_publishable_x' }, says: /^SUPABASE_URL is missing.*SUPABASE_KEY/ }],
  ['a malformed address', { environment: { SUPABASE_URL: 'my project', SUPABASE_KEY: 'sb_publishable_x' }, says: /^SUPABASE_URL / }],
  ['an invalid port', { environment: { PORT: 'http' }, says: /^PORT / }],
  ['a setting of the server beside the embedded backend', { environment: { TRUST_PROXY: 'everybody' }, says: /^TRUST_PROXY / }],
  ['an unknown argument', { args: ['--forget'], says: /--memory.*--reset/ }],
])('refuses %s with one line that says what to do and contains no secret', (_what, { args = [], environment = {}, says }) => {
  const message = messageFor(args, environment);
  expect(message).toMatch(says);
  expect(message).not.toMatch(/\n|sb_secret_|abcdef/);
  expect(message).not.toContain(SECRET_JWT);
});

test('--reset removes nothing while another site uses the data', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'atrium-data-'));
  const lock = await lockDirectory(path.join(data, 'supabase'));
  await writeFile(path.join(data, 'supabase', 'row'), 'kept');
  await writeFile(path.join(data, 'picture'), 'accepted');
  await expect(removeData(data)).rejects.toThrow(/^Nothing was removed\. .* is in use by another local-supabase \(process \d+\)\. Stop that one/);
  expect(await readFile(path.join(data, 'supabase', 'row'), 'utf8')).toBe('kept');
  await lock.release();
  await removeData(data);
  expect(await readdir(data)).toEqual(['picture']);
});

test('--reset never removes the repository', async () => {
  expect(readStartOptions([], { ...CLEAN, ATRIUM_DATA: ' ' }).data).toBe(path.resolve('.atrium'));
  await expect(removeData(path.resolve('.'))).rejects.toThrow(/^Nothing was removed\. ATRIUM_DATA is a folder that contains this repository/);
});

test('accepts a hosted project, and no settings', () => {
  expect(messageFor([], { SUPABASE_URL: PROJECT, SUPABASE_KEY: 'sb_publishable_x' })).toBe('nothing is wrong');
  expect(messageFor([], {})).toBe('nothing is wrong');
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['accepts localhost only', {}, 'localhost'],
  ['accepts the hosts that ALLOWED_HOSTS names', { ALLOWED_HOSTS: 'atrium.test' }, 'atrium.test'],
  ['accepts every host behind a trusted proxy', { TRUST_PROXY: '1' }, ''],
  ['accepts every host where other machines can reach it', { HOST: '0.0.0.0' }, ''],
])('a site that npm start starts %s', (_what, environment, expected) => {
  expect(serverEnvironment({ environment: { ...CLEAN, ...environment } })['ALLOWED_HOSTS']).toBe(expected);
});

test.each(['PORT', 'ATRIUM_API_PORT', 'ATRIUM_INBOX_PORT'])('names a taken %s, with what to do', async (setting) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), other.address());
  const ports = { PORT: '0', ATRIUM_API_PORT: '0', ATRIUM_INBOX_PORT: '0', [setting]: String(port) };
  try {
    await expect(requireFreePorts(readStartOptions([], { ...CLEAN, ...ports }))).rejects.toThrow(
      `${setting} ${String(port)} is taken. Stop what listens there, or set ${setting} to a free port.`,
    );
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
