import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BackendProcess, temporaryDirectory } from '../backend.ts';

let directory: string;
let temporary: string;
let remove: () => Promise<void>;
let backend: BackendProcess;

beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
  temporary = path.join(directory, 'temporary');
  const folder = path.join(directory, 'functions');
  await mkdir(temporary);
  await mkdir(path.join(folder, 'hello'), { recursive: true });
  await writeFile(path.join(folder, 'hello/index.ts'), `Deno.serve(() => new Response('hello'));`);
  const config = path.join(directory, 'config.toml');
  await writeFile(config, '[functions.hello]\nverify_jwt = false\n');
  const args = ['--data-dir', path.join(directory, 'data'), '--functions', folder, '--config', config];
  backend = await BackendProcess.run(args, { TMPDIR: temporary, TEMP: temporary });
  // Like a machine that cleans up its temporary files.
  await rm(temporary, { recursive: true });
});
afterEach(async () => {
  await backend.kill();
  await remove();
});

const statusOf = async (): Promise<number> => (await backend.fetch('/functions/v1/hello')).status;

test('functions start again once the temporary folder is writable', async () => {
  expect(await statusOf()).toBe(500);
  await mkdir(temporary);
  expect(await statusOf()).toBe(200);
});

test('the backend stops normally if no function could start', async () => {
  expect(await statusOf()).toBe(500);
  expect((await backend.end()).code).toBe(0);
  expect(await readFile(path.join(directory, 'data', 'locks', '1'), 'utf8')).toContain('"released":true');
});
