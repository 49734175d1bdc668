import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFunctions } from '../../scripts/doctor/check-functions.ts';
import { TABLES } from '../../scripts/doctor/check-tables.ts';
import { findings, KEY, runDoctor } from '../src/doctor.ts';
import { freePort } from '../src/free-port.ts';
import { AUTH, KEY_SET, LINKS, tableAddress, test } from '../src/hosted-project.ts';
import { runBackend, type RunningBackend } from '../src/running-backend.ts';
import { expect, test as siteTest } from '../src/site-test.ts';

/** Secrets of `send-email`, without which it refuses to work: made up, since nobody has it send anything. */
const SECRETS = [
  `SEND_EMAIL_HOOK_SECRET=v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  'SITE_URL=https://site.example',
  'MAIL_FROM=Atrium <site@site.example>',
  'RESEND_API_KEY=made-up',
].join('\n');

const servedTest = siteTest.extend<{ served: RunningBackend }>({
  served: async ({ site }, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-doctor-backend-'));
    await writeFile(path.join(folder, 'secrets.env'), SECRETS);
    const backend = await runBackend(folder, site.url, ['--env-file', path.join(folder, 'secrets.env')]);
    await provide(backend);
    await backend.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

servedTest('finds nothing to mend in the embedded backend, which is set up as a project is to be', async ({ served }) => {
  const { apiUrl, publishableKey } = served;
  const { code, byCheck } = await findings(apiUrl, publishableKey);
  for (const check of ['project', 'key', 'sign-up', 'email', 'signing keys', 'tables']) expect(byCheck[check], check).toMatch(/^ok: /);
  expect(byCheck['signing keys']).toContain('ES256');
  expect(byCheck['tables']).toContain('closed to strangers');
  expect(Object.values(byCheck).join('\n')).not.toMatch(/^mend/m);
  expect(code).toBe(0);

  const { output, errors } = await runDoctor(apiUrl, publishableKey);
  expect(output).toMatch(/^ok {4}tables: /m);
  expect(output).toMatch(/^note {2}redirects: .*site_url/m);
  expect(output).toContain('Nothing to mend.');
  expect(errors).toBe('');
});

siteTest('says that the embedded backend does not accept the key of another project', async ({ site }) => {
  const { code, byCheck } = await findings(site.backend.apiUrl);
  expect(byCheck['key']).toMatch(/^mend: .*does not accept SUPABASE_KEY \(401\).*publishable key/);
  expect(code).toBe(1);
});

test('finds nothing to mend in a project that is set up, and asks only with the public key', async ({ project }) => {
  const { code, byCheck } = await findings(`${project.url}/`);
  expect(byCheck).toMatchObject({
    project: expect.stringMatching(/^ok: /),
    confirmation: expect.stringMatching(/^note: .*mailed link.*SMTP/),
    phone: expect.stringMatching(/^note: .*SMS.*second factor/),
    redirects: expect.stringMatching(/^note: Mailed links lead to https:\/\/site\.example .*config push.*site_url/),
    mails: expect.stringMatching(/^note: send-email works.*Hooks/),
    'second factor': expect.stringMatching(/^note: .*workspace_notes_second_factor.*db push/),
  });
  expect(code).toBe(0);
  const asked = project.asked.map(({ method, url }) => `${method} ${url}`).filter((line) => !line.includes('/functions/v1/'));
  expect(asked.sort()).toEqual([
    `GET ${KEY_SET}`,
    `GET ${AUTH}`,
    `GET ${LINKS}?token=doctor&type=signup&redirect_to=https%3A%2F%2Fredirect-check.invalid%2F`,
    ...TABLES.map((table) => `GET ${tableAddress(table)}?limit=1`),
  ]);
  expect(project.asked.every(({ headers }) => headers['apikey'] === KEY)).toBe(true);
});

const secretJwt = ['{"alg":"HS256"}', '{"role":"service_role"}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Settings with which nothing is asked, and the line about them. `URL` stands for the project's address. */
const WRONG: Readonly<Record<string, { url: string; key: string; says: RegExp }>> = {
  'no settings': { url: '', key: '', says: /^mend {2}settings: SUPABASE_URL is missing/ },
  'an address without a key': { url: 'URL', key: '', says: /^mend {2}settings: SUPABASE_KEY is missing/ },
  'a key without an address': { url: '', key: KEY, says: /^mend {2}settings: SUPABASE_URL is missing/ },
  'an address that is none': { url: 'my project', key: KEY, says: /^mend {2}settings: SUPABASE_URL is not an address/ },
  'an address of another protocol': { url: 'ftp://example.com', key: KEY, says: /^mend {2}settings: SUPABASE_URL is not an http or https address/ },
  'a secret key': { url: 'URL', key: 'sb_secret_abcdef', says: /^mend {2}settings: SUPABASE_KEY is a secret key.*publishable key/ },
  'the key of the service role': { url: 'URL', key: secretJwt, says: /^mend {2}settings: SUPABASE_KEY is a secret key.*publishable key/ },
};

for (const [what, { url, key, says }] of Object.entries(WRONG)) {
  test(`refuses ${what} as npm start does, without asking anything`, async ({ project }) => {
    const { code, output, errors } = await runDoctor(url.replace('URL', project.url), key);
    expect(output).toMatch(says);
    expect(output.trim().split('\n').filter((line) => line.startsWith('mend'))).toHaveLength(1);
    expect(output).toContain('To mend: 1.');
    expect(errors).toBe('');
    expect(code).toBe(1);
    expect(project.asked).toEqual([]);
  });
}

test('says that nothing listens at the address', async () => {
  const { code, byCheck } = await findings(`http://127.0.0.1:${await freePort()}`);
  expect(byCheck['project']).toMatch(/^mend: The project refused the connection.*SUPABASE_URL/);
  expect(code).toBe(1);
});

test('an unknown argument ends it with one line that names those that it knows', async ({ project }) => {
  const { code, output, errors } = await runDoctor(project.url, KEY, '--fix');
  expect(errors).toMatch(/^npm run doctor knows --json .*--time-limit/);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(output).toBe('');
  expect(code).toBe(1);
});

test('notes each function that is not deployed, and does not call those that are', async ({ project }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-functions-'));
  try {
    for (const name of ['send-email', 'forgotten', '_shared']) await mkdir(path.join(folder, name));
    project.answer({ '/functions/v1/send-email': { status: 200 } });
    const found = await checkFunctions({ url: project.url, key: KEY, timeLimit: 5000 }, folder);
    expect(found.map(({ level, found: text }) => `${level}: ${text}`).sort()).toEqual([
      'note: forgotten is not deployed.',
      'ok: send-email answers.',
    ]);
    expect(project.asked.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
