import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTestBackend, type TestBackend } from '../../backend/test-backends.ts';
import { checkAccountChanges } from '../../doctor/check-account-changes.ts';
import { checkFunctions } from '../../doctor/check-functions.ts';
import { TABLES } from '../../doctor/check-tables.ts';
import { ROOT } from '../../repository/repository.ts';
import { AUTH, HostedProject, KEY_SET, LINKS, PASSKEYS, tableAddress } from './hosted-project.ts';
import { findings, KEY, report } from './report.ts';

/** Secrets that `send-email` needs to start. They are made up, because it sends nothing here. */
const SECRETS = [
  `SEND_EMAIL_HOOK_SECRET=v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  'SITE_URL=https://site.example',
  'MAIL_FROM=Atrium <site@site.example>',
  'RESEND_API_KEY=made-up',
].join('\n');

let project: HostedProject;
let folder: string;
let backend: TestBackend;

beforeAll(async () => {
  project = await HostedProject.start();
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-doctor-backend-'));
  await writeFile(path.join(folder, 'secrets.env'), SECRETS);
  backend = await startTestBackend([
    '--config', path.join(ROOT, 'supabase/config.toml'), '--functions', path.join(ROOT, 'supabase/functions'),
    '--migrations', path.join(ROOT, 'supabase/migrations'), '--no-confirm-email', '--site-url', 'https://site.example',
    '--env-file', path.join(folder, 'secrets.env'),
  ]);
});

afterAll(async () => {
  project.stop();
  await backend.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => project.respondWith({}));

test('finds nothing to fix in the embedded backend, which is set up as a project should be', async () => {
  const { apiUrl, publishableKey } = backend;
  const { code, byCheck } = await findings(apiUrl, publishableKey);
  const working = ['project', 'key', 'sign-up', 'email', 'passkeys', 'signing keys', 'tables', 'database functions', 'topics'];
  expect(working.filter((check) => !byCheck[check]?.startsWith('ok: '))).toEqual([]);
  expect(byCheck['signing keys']).toContain('ES256');
  expect(byCheck['tables']).toContain('closed to strangers');
  expect(Object.values(byCheck).join('\n')).not.toMatch(/^fix/m);
  expect(code).toBe(0);

});

test('the command prints the report and exits with 1 if there is something to fix', async () => {
  const run = (key: string) =>
    promisify(execFile)(process.execPath, ['tools/run-source/run-source.mjs', 'tools/commands/doctor.ts'], { cwd: ROOT, env: { ...process.env, SUPABASE_URL: backend.apiUrl, SUPABASE_KEY: key } });
  const { stdout, stderr } = await run(backend.publishableKey);
  expect(stdout).toMatch(/^ok {4}tables: /m);
  expect(stdout).toMatch(/^note {2}redirects: .*site_url/m);
  expect(stdout).toMatch(/Nothing to fix\.\n$/);
  expect(stderr).toBe('');
  // Without a request, which takes longer.
  await expect(run('')).rejects.toMatchObject({ code: 1 });
});

test('finds each privilege and policy that differs from the migrations', async () => {
  const differences = path.join(folder, 'differences');
  await mkdir(differences);
  await writeFile(path.join(differences, '99990101000000_differences.sql'), `
    grant select on public.workspace_boards to anon;
    drop function public.account_rename_factor;
    grant execute on function public.workspace_deleted_boards to anon;
    revoke execute on function public.account_vouch from anon;
    create policy everyone on realtime.messages for select to anon using (true);
  `);
  const different = await startTestBackend([
    '--config', path.join(ROOT, 'supabase/config.toml'), '--migrations', path.join(ROOT, 'supabase/migrations'), '--migrations', differences, '--site-url', 'https://site.example',
  ]);
  const { code, byCheck } = await findings(different.apiUrl, different.publishableKey);
  await different.stop();
  expect(byCheck['tables']).toMatch(/^fix: Strangers can query workspace_boards/);
  expect(byCheck['database functions']).toMatch(/^fix: Missing, or with other arguments: account_rename_factor\. Open to strangers: workspace_deleted_boards\. Closed, although the pages call it before a log-in: account_vouch\. Run .supabase link. /);
  expect(byCheck['topics']).toMatch(/^fix: Strangers can join the channels of boards\. /);
  expect(code).toBe(1);
});

test('reports that the embedded backend does not accept the key of another project', async () => {
  const { code, byCheck } = await findings(backend.apiUrl);
  expect(byCheck['key']).toMatch(/^fix: .*does not accept SUPABASE_KEY \(401\).*publishable key/);
  expect(code).toBe(1);
});

test('finds nothing to fix in a project that is set up, and uses only the public key', async () => {
  const { code, byCheck } = await findings(`${project.url}/`);
  const says: Readonly<Record<string, RegExp>> = {
    project: /^ok: /,
    confirmation: /^note: .*mailed link.*SMTP/,
    phone: /^note: .*SMS.*two-step verification/,
    'account changes': /^note: .*does not show.*current one.*both mailboxes.*Secure email change/,
    passkeys: /^ok: .*site\.example/,
    redirects: /^note: Mailed links lead to https:\/\/site\.example .*config push.*site_url/,
    mails: /^note: send-email works.*Hooks/,
    'two-step verification': /^note: .*workspace_notes_second_factor.*db push/,
  };
  for (const [check, text] of Object.entries(says)) expect(byCheck[check]).toMatch(text);
  expect(code).toBe(0);
  const all = project.asked.map(({ method, url }) => `${method} ${url}`);
  // Functions run in a read-only transaction.
  expect(all.filter((line) => line.includes('/rpc/') && !line.startsWith('GET '))).toEqual([]);
  const asked = all.filter((line) => !/\/functions\/v1\/|\/rpc\/|\/realtime\//.test(line));
  expect(asked.sort()).toEqual([
    `GET ${KEY_SET}`,
    `GET ${AUTH}`,
    `GET ${LINKS}?token=doctor&type=signup&redirect_to=https%3A%2F%2Fredirect-check.invalid%2F`,
    ...TABLES.map((table) => `GET ${tableAddress(table)}?limit=1`),
    `POST ${PASSKEYS}`,
  ]);
  expect(project.asked.every(({ headers, url }) => headers['apikey'] === KEY || new URL(url ?? '', project.url).searchParams.get('apikey') === KEY)).toBe(true);
});

const CONFIG = '/v1/projects/abcdefgh/config/auth';
const TOKEN = 'sbp_doctor_test_token';

test.each([
  ['everything is on', { security_update_password_require_current_password: true, mailer_secure_email_change_enabled: true, password_hibp_enabled: true }, ['ok password change', 'ok address change', 'ok leaked passwords']],
  ['nothing is on', { security_update_password_require_current_password: false, mailer_secure_email_change_enabled: null }, ['fix password change', 'fix address change', 'note leaked passwords']],
])('with an access token, reports how passwords and addresses are changed: %s', async (_, json, expected) => {
  project.respondWith({ [CONFIG]: { status: 200, json } });
  const found = await checkAccountChanges({ url: 'https://abcdefgh.supabase.co', key: KEY, timeLimit: 5_000 }, TOKEN, project.url);
  expect(found.map(({ level, check }) => `${level} ${check}`)).toEqual(expected);
  expect(project.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([[CONFIG, `Bearer ${TOKEN}`]]);
});

test.each([
  ['a token that may not see the project', 'https://abcdefgh.supabase.co', TOKEN, /^The Management API did not return them \(403\)/],
  ['no token', 'https://abcdefgh.supabase.co', undefined, /^To check them, set SUPABASE_ACCESS_TOKEN/],
  ['a project elsewhere, which gets no token', 'https://supabase.example.com', TOKEN, /^Only the Supabase platform/],
])('notes that it cannot check how passwords and addresses are changed with %s', async (_, url, token, advice) => {
  project.respondWith({ [CONFIG]: { status: 403, json: { message: 'Forbidden' } } });
  const found = await checkAccountChanges({ url, key: KEY, timeLimit: 5_000 }, token, project.url);
  expect(found).toMatchObject([{ level: 'note', check: 'account changes', advice: expect.stringMatching(advice) as unknown }]);
  expect(JSON.stringify(found)).not.toContain(TOKEN);
  expect(project.asked).toHaveLength(url.endsWith('.supabase.co') && token !== undefined ? 1 : 0);
});

const SECRET_JWT = ['{"alg":"HS256"}', '{"role":"service_role"}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Settings with which no request is sent, and the line about them. `URL` stands for the project's address. */
const WRONG: Readonly<Record<string, { url: string; key: string; says: RegExp }>> = {
  'no settings': { url: '', key: '', says: /^fix {3}settings: SUPABASE_URL is missing/ },
  'an address without a key': { url: 'URL', key: '', says: /^fix {3}settings: SUPABASE_KEY is missing/ },
  'a key without an address': { url: '', key: KEY, says: /^fix {3}settings: SUPABASE_URL is missing/ },
  'an invalid URL': { url: 'my project', key: KEY, says: /^fix {3}settings: SUPABASE_URL is not a URL/ },
  'a URL of another protocol': { url: 'ftp://example.com', key: KEY, says: /^fix {3}settings: SUPABASE_URL is not an http or https URL/ },
  'a secret key': { url: 'URL', key: 'sb_secret_abcdef', says: /^fix {3}settings: SUPABASE_KEY is a secret key.*publishable key/ },
  'the key of the service role': { url: 'URL', key: SECRET_JWT, says: /^fix {3}settings: SUPABASE_KEY is a secret key.*publishable key/ },
};

for (const [what, { url, key, says }] of Object.entries(WRONG)) {
  test(`refuses ${what} as npm start does, without sending a request`, async () => {
    const { code, text } = await report(url.replace('URL', project.url), key);
    expect(text).toMatch(says);
    expect(text.split('\n').filter((line) => line.startsWith('fix'))).toHaveLength(1);
    expect(text).toContain('To fix: 1.');
    expect(code).toBe(1);
    expect(project.asked).toEqual([]);
  });
}

test('reports that nothing listens at the address', async () => {
  const gone = await HostedProject.start();
  const { url } = gone;
  gone.stop();
  const { code, byCheck } = await findings(url);
  expect(byCheck['project']).toMatch(/^fix: The project refused the connection.*SUPABASE_URL/);
  expect(code).toBe(1);
});

test('refuses an unknown argument with one line that names the valid ones', async () => {
  await expect(report(project.url, KEY, '--fix')).rejects.toThrow(/^npm run doctor accepts --json .*--time-limit.*$/);
});

test('notes each function that is not deployed, and runs none of the others', async () => {
  const functions = await mkdtemp(path.join(tmpdir(), 'atrium-doctor-functions-'));
  try {
    for (const name of ['send-email', 'forgotten', '_shared']) await mkdir(path.join(functions, name));
    project.respondWith({ '/functions/v1/send-email': { status: 200 } });
    const found = await checkFunctions({ url: project.url, key: KEY, timeLimit: 5000 }, functions);
    expect(found.map(({ level, found: text }) => `${level}: ${text}`).sort()).toEqual([
      'note: forgotten is not deployed.',
      'ok: send-email responds.',
    ]);
    expect(project.asked.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS']);
  } finally {
    await rm(functions, { recursive: true, force: true });
  }
});
