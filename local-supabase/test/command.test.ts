import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, BackendProcess, PASSWORD, run, temporaryDirectory, writeConfig } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Expects that a start fails with a one-line message. */
async function expectRefusal(args: string[], reason: string): Promise<void> {
  const refused = expect.objectContaining({ message: expect.stringMatching(/^[^\n]+$/) });
  const start = Backend.start(...args);
  await expect(start).rejects.toEqual(refused);
  await expect(start).rejects.toThrow(reason);
}

function readyLine({ ready: { apiUrl, inboxUrl } }: Backend): string {
  return `local-supabase ready: API ${apiUrl}, inbox ${inboxUrl} (for development only)\n`;
}

test('prints that it is ready, its addresses, and that it is for development only, and stops when its parent process ends', async () => {
  const backend = await BackendProcess.run(['--memory']);
  expect(new URL(backend.ready.apiUrl).hostname).toBe('localhost');
  expect((await fetch(`http://127.0.0.1:${new URL(backend.ready.apiUrl).port}/auth/v1/health`)).status).toBe(200);
  backend.running.process.disconnect();
  expect(await backend.running.ended).toEqual({ code: 0, stdout: readyLine(backend), stderr: '' });
});

test('a failed start prints one line on stderr', async () => {
  const refused = await run(['start', '--memory', '--data-dir', 'x']).ended;
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^local-supabase: --memory and --data-dir cannot be combined[^\n]*\n$/) });
});

test('prints its options', async () => {
  const { code, stdout } = await run(['--help']).ended;
  expect(code).toBe(0);
  for (const flag of ['--data-dir', '--memory', '--migrations', '--seed', '--confirm-email', '--config']) expect(stdout).toContain(flag);
});

test.each([
  [['--colour', 'blue'], "Unknown option '--colour'"],
  [['--port', 'http'], '--port must be a port from 0 to 65535, got "http".'],
  [['--memory', '--data-dir', 'x'], '--memory and --data-dir cannot be combined'],
  [['--site-url', 'localhost'], '--site-url must be an http or https URL, got "localhost".'],
  [['--jwt-secret', 'short'], '--jwt-secret must have at least 32 characters'],
  [['--anon-key', 'abc'], '--anon-key is neither'],
  [['--migrations', '/nowhere/at/all'], 'Cannot read the migrations in /nowhere/at/all'],
  [['--function-timeout', 'long'], '--function-timeout must be a whole number of seconds from 1 to 86400, got "long".'],
  [['--functions', '/nowhere/at/all'], 'Cannot read the functions in /nowhere/at/all'],
  [['--config', '/nowhere.toml'], 'Cannot read the settings in /nowhere.toml'],
  [['extra'], '"extra" is unexpected'],
])('refuses %j with one line', async (args, expected) => {
  await expectRefusal(args, expected);
});

test('refuses a pattern of redirects that could match nothing', async () => {
  const config = await writeConfig(directory, { additional_redirect_urls: ['https://[z-a].example/**'] });
  await expectRefusal(['--config', config], 'must be a URL or a pattern of URLs');
});

test('names a port that is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = v.parse(v.object({ port: v.number() }), other.address());
  await expectRefusal(['--port', String(port)], `Port ${String(port)} is taken. Stop what listens there`);
  await expectRefusal(['--inbox-port', String(port)], '--inbox-port');
  other.close();
});

test('refuses a data directory that another process uses', async () => {
  const data = path.join(directory, 'data');
  const holder = await Backend.start('--data-dir', data);
  await expectRefusal(['--data-dir', data], `in use by another local-supabase (process `);
  await holder.stop();
});

test('refuses a data directory that is a file', async () => {
  const file = path.join(directory, 'data');
  await writeFile(file, '');
  await expectRefusal(['--data-dir', file], `Cannot write to the data directory ${file}`);
});

test('names the file and the reason of a broken migration, keeps the earlier ones, and continues after it is fixed', async () => {
  const migrations = path.join(directory, 'migrations');
  const data = path.join(directory, 'data');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '1_good.sql'), 'create table public.good (id int); grant select on public.good to anon;');
  const broken = path.join(migrations, '2_broken.sql');
  await writeFile(broken, 'create table public.half (id int);\n\ncreate tabel public.oops (id int);');
  await expectRefusal(['--data-dir', data, '--migrations', migrations], `${broken} (line 3) failed: syntax error at or near "tabel"`);
  await writeFile(broken, 'create table public.half (id int); grant select on public.half to anon;');
  const backend = await Backend.start('--data-dir', data, '--migrations', migrations);
  expect((await backend.client().from('good').select()).data).toEqual([]);
  expect((await backend.client().from('half').select()).data).toEqual([]);
  await backend.stop();

  await writeFile(path.join(migrations, 'unnamed.sql'), 'select 1');
  await expectRefusal(['--data-dir', data, '--migrations', migrations], 'must be named <timestamp>_<name>.sql');
});

test('runs the migrations of several directories in order of version, and refuses duplicate versions', async () => {
  const [site, module] = [path.join(directory, 'site'), path.join(directory, 'module')];
  for (const folder of [site, module]) await mkdir(folder);
  await writeFile(path.join(module, '2_more.sql'), 'alter table public.things add column note text;');
  await writeFile(path.join(site, '1_things.sql'), 'create table public.things (id int); grant select on public.things to anon;');
  const both = ['--migrations', module, '--migrations', site];
  const backend = await Backend.start('--memory', ...both);
  expect((await backend.client().from('things').select('note')).data).toEqual([]);
  await backend.stop();

  await writeFile(path.join(site, '2_other.sql'), 'select 1');
  await expectRefusal(['--memory', ...both], 'have the same version. Rename one of them.');
});

/** Settings that the backend would not honour, and what the refusal says. */
const UNSUPPORTED: readonly (readonly [toml: string, says: string])[] = [
  ['[auth]\njwt_expire = 60\n', 'has a setting that this backend does not know: auth.jwt_expire.'],
  ['[auht]\njwt_expiry = 60\n', 'has a table or a setting that this backend does not know: auht.'],
  ['[functions.greet]\nverify_jtw = false\n', 'does not know: functions.greet.verify_jtw.'],
  ['[auth.sms]\nenable_singup = true\n', 'does not know: auth.sms.enable_singup.'],
  ['[auth.external.google]\nenabeld = true\n', 'does not know: auth.external.google.enabeld.'],
  ['[edge_runtime.secrets]\nKEY = "env(KEY)"\n', 'does not know: edge_runtime.secrets.KEY.'],
  ['[realtime]\nenabled = false\n', 'asks for something that this backend does not have: realtime.enabled = false.'],
  ['[storage.vector]\nenabled = true\n', 'asks for something that this backend does not have: storage.vector.enabled = true.'],
  ['[auth.mfa.web_authn]\nenroll_enabled = true\n', 'does not have: auth.mfa.web_authn.enroll_enabled = true'],
  ['[auth.web3.solana]\nenabled = true\n', 'does not have: auth.web3.solana.enabled = true'],
  ['[api]\nschemas = ["public", "private"]\n', 'does not have: api.schemas = ["public","private"]'],
  ['[api]\nschemas = ["graphql_public", "public"]\n', 'does not have: api.schemas = ["graphql_public","public"]'],
  ['[auth.sessions]\ntimebox = "24h"\n', 'move it to [remotes.NAME.auth.sessions]'],
];

test('reads a config.toml with mail templates, and flags override it', async () => {
  const supabase = path.join(directory, 'supabase');
  await mkdir(path.join(supabase, 'templates'), { recursive: true });
  await writeFile(
    path.join(supabase, 'templates', 'recovery.html'),
    '<a href="{{ .SiteURL }}/go?hash={{ .TokenHash }}&amp;next={{ .RedirectTo }}">{{ .Email }} <b>{{ .Token }}</b></a>' +
      '{{ if .Data.place }}<p>From {{ .Data.place }}.</p>{{ else }}<p>From nowhere &amp; no one.</p>{{ end }}',
  );
  const config = path.join(supabase, 'config.toml');
  await writeFile(
    config,
    `[api]
max_rows = 2
[auth]
site_url = "https://from-file.example"
[auth.email]
enable_confirmations = true
[auth.email.template.recovery]
subject = "Reset for {{ .Email }}"
content_path = "./supabase/templates/recovery.html"
`,
  );
  const seed = path.join(directory, 'seed.sql');
  await writeFile(seed, 'create table public.rows as select generate_series(1, 3) as id; grant select on public.rows to anon;');
  const backend = await Backend.start('--memory', '--config', config, '--no-confirm-email', '--site-url', 'https://from-flag.example', '--seed', seed);
  const rows = backend.client().from('rows');
  expect(await rows.select('*', { count: 'exact' }).order('id')).toMatchObject({ data: [{ id: 1 }, { id: 2 }], count: 3 });
  expect((await rows.select().order('id').range(2, 9)).data).toEqual([{ id: 3 }]);
  expect((await rows.select().limit(1)).data).toHaveLength(1);
  const email = "o'neil@example.com";
  expect((await backend.client().auth.signUp({ email, password: PASSWORD, options: { data: { place: '<i>{{ .Token }}' } } })).data.session).not.toBeNull();
  await backend.client().auth.resetPasswordForEmail(email);
  const message = await backend.newestMessage(email);
  expect(message.subject).toBe("Reset for o'neil@example.com");
  expect(message.html).toContain('https://from-flag.example/go?hash=');
  expect(message.html).toContain('next=https%3A%2F%2Ffrom-flag.example"');
  expect(message.html).toContain('o&#39;neil@example.com <b>');
  expect(message.html).toContain('<p>From &#60;i&#62;{{ .Token }}.</p>');
  expect(message.html).not.toContain('no one');
  expect(message.text).toMatch(/^o'neil@example.com \d+:\nhttps:\/\/from-flag.example\/go\?hash=\w+&next=\S+\s*From <i>\{\{ .Token \}\}\.$/m);
  const other = 'elsewhere@example.com';
  await backend.client().auth.signUp({ email: other, password: PASSWORD });
  await backend.client().auth.resetPasswordForEmail(other);
  expect((await backend.newestMessage(other)).text).toContain('From nowhere & no one.');
  await backend.stop();

  await writeFile(config, '[auth]\njwt_expiry = "soon"\n');
  await expectRefusal(['--config', config], 'auth.jwt_expiry is wrong');
  for (const [toml, says] of UNSUPPORTED) {
    await writeFile(config, toml);
    await expectRefusal(['--config', config], says);
  }
  await writeFile(config, '[auth\n');
  await expectRefusal(['--config', config], 'Cannot read the settings in');
});

test('accepts keys and a secret as options', async () => {
  const backend = await Backend.start('--memory', '--jwt-secret', 'x'.repeat(40), '--anon-key', 'sb_publishable_of_mine');
  expect(backend.ready.publishableKey).toBe('sb_publishable_of_mine');
  expect((await backend.client().auth.signUp({ email: 'key@example.com', password: PASSWORD })).error).toBeNull();
  expect((await backend.client(backend.ready.anonKey).auth.signInWithPassword({ email: 'key@example.com', password: PASSWORD })).error).toBeNull();
  await backend.stop();
});
