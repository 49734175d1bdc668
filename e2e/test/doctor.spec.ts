import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import * as v from 'valibot';
import { checkFunctions } from '../../scripts/doctor/check-functions.ts';
import { ROOT } from '../../scripts/site-parts.ts';
import { freePort } from '../src/free-port.ts';
import { expect, test as siteTest } from '../src/site-test.ts';

const KEY = 'sb_publishable_doctor_test_key';

const reportSchema = v.object({
  findings: v.array(
    v.object({ level: v.picklist(['ok', 'note', 'mend']), check: v.string(), found: v.string(), advice: v.string() }),
  ),
});

interface Examination {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs what `npm run doctor` runs. The key must never be in what it prints. */
async function runDoctor(url: string, key: string, ...args: string[]): Promise<Examination> {
  const environment = { ...process.env, SUPABASE_URL: url, SUPABASE_KEY: key };
  const examination = await new Promise<Examination>((resolve) => {
    const child = execFile(process.execPath, ['--import', 'tsx', 'scripts/doctor.ts', ...args], { cwd: ROOT, env: environment }, (_, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
  if (key !== '') expect(examination.output + examination.errors).not.toContain(key);
  return examination;
}

/** The findings of a run with `--json`, by check, as `level: found advice`. */
async function findings(url: string, key = KEY, ...args: string[]): Promise<{ code: number; byCheck: Record<string, string> }> {
  const { code, output, errors } = await runDoctor(url, key, '--json', ...args);
  expect(errors).toBe('');
  const report = v.parse(reportSchema, JSON.parse(output));
  return { code, byCheck: Object.fromEntries(report.findings.map(({ level, check, found, advice }) => [check, `${level}: ${found} ${advice}`])) };
}

/** What one path of a project answers; null: nothing, ever. */
type Answer = { readonly status: number; readonly json?: unknown; readonly html?: string; readonly location?: string } | null;

const SETTINGS = {
  external: { email: true, phone: false, google: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: 'twilio',
  saml_enabled: false,
};

const AUTH = '/auth/v1/settings';
const KEY_SET = '/auth/v1/.well-known/jwks.json';
const NOTES = '/rest/v1/workspace_notes';
const LINKS = '/auth/v1/verify';
const MAILS = '/functions/v1/send-email';

/** What a hosted project answers that has been set up as the README says. */
const HEALTHY: Readonly<Record<string, Answer>> = {
  [AUTH]: { status: 200, json: SETTINGS },
  [KEY_SET]: { status: 200, json: { keys: [{ alg: 'ES256', kty: 'EC', crv: 'P-256', kid: 'a', x: 'x', y: 'y', use: 'sig' }] } },
  [LINKS]: { status: 303, location: 'https://site.example/#error=access_denied&error_code=otp_expired' },
  [MAILS]: { status: 405 },
  [NOTES]: { status: 401, json: { code: '42501', details: null, hint: null, message: 'permission denied for table workspace_notes' } },
};

interface Project {
  readonly url: string;
  readonly asked: IncomingMessage[];
  /** Has the project answer otherwise on some paths. */
  answer(faults: Readonly<Record<string, Answer>>): void;
}

/** Tests against a server that answers as a hosted project does. */
const test = base.extend<{ project: Project }>({
  project: async ({ browserName: _ }, provide) => {
    const asked: IncomingMessage[] = [];
    let answers = HEALTHY;
    const server = createServer((request, response) => {
      asked.push(request);
      const answer = answers[new URL(request.url ?? '', 'http://project').pathname];
      if (answer === null) return;
      const { status, json, html, location } = answer ?? { status: 404, json: { error: 'requested path is invalid' } };
      // The gateway checks the tokens of all requests but preflights.
      response.writeHead(status === 401 && request.method === 'OPTIONS' ? 200 : status, { 'content-type': html === undefined ? 'application/json' : 'text/html', ...(location && { location }) });
      response.end(html ?? JSON.stringify(json ?? {}));
    });
    const url = await listen(server);
    await provide({ url, asked, answer: (faults) => (answers = { ...HEALTHY, ...faults }) });
    server.closeAllConnections();
    server.close();
  },
});

async function listen(server: Server): Promise<string> {
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${port}`;
}

siteTest('finds nothing to mend in the embedded backend, which is set up as a project is to be', async ({ site }) => {
  const { apiUrl, publishableKey } = site.backend;
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
    `GET ${NOTES}?select=id&limit=1`,
  ]);
  expect(project.asked.every(({ headers }) => headers['apikey'] === KEY)).toBe(true);
});

/** Each fault, and what the doctor says of it under which check. */
const FAULTS: Readonly<Record<string, { answers: Readonly<Record<string, Answer>>; check: string; says: RegExp }>> = {
  'a failing project': { answers: { [AUTH]: { status: 503 } }, check: 'project', says: /^mend: .*failure of its own \(503\)/ },
  'a paused project': { answers: { [AUTH]: { status: 540 } }, check: 'project', says: /^mend: .*paused.*Restore/ },
  'a restricted project': { answers: { [AUTH]: { status: 402 } }, check: 'project', says: /^mend: .*restricted.*billing/ },
  'a project that was asked too often': { answers: { [AUTH]: { status: 429, json: {} } }, check: 'project', says: /^mend: .*too often.*Wait/ },
  'a web page': { answers: { [AUTH]: { status: 200, html: '<!doctype html><title>Wi-Fi</title>' } }, check: 'project', says: /^mend: .*web page.*SUPABASE_URL/ },
  'an address with a path too many': { answers: { [AUTH]: { status: 404, json: { error: 'requested path is invalid' } } }, check: 'project', says: /^mend: .*no auth service.*SUPABASE_URL/ },
  'settings of another form': { answers: { [AUTH]: { status: 200, json: { external: [] } } }, check: 'project', says: /^mend: .*no auth service/ },
  'a redirect': { answers: { [AUTH]: { status: 308, location: 'https://moved.example.com/x' } }, check: 'project', says: /^mend: .*https:\/\/moved\.example\.com \(308\)/ },
  'a hanging project': { answers: { [AUTH]: null }, check: 'project', says: /^mend: .*did not answer within 1 s/ },
  'a refused key': { answers: { [AUTH]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'key', says: /^mend: .*does not accept SUPABASE_KEY/ },
  'closed sign-up': { answers: { [AUTH]: { status: 200, json: { ...SETTINGS, disable_signup: true } } }, check: 'sign-up', says: /^mend: .*register.*enable_signup/ },
  'no sign-in by email': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: false, phone: false } } } },
    check: 'email',
    says: /^mend: .*email is off.*\[auth\.email\]/,
  },
  'links that may lead anywhere': {
    answers: { [LINKS]: { status: 303, location: 'https://redirect-check.invalid/#error=access_denied' } },
    check: 'redirects',
    says: /^mend: .*any address.*remove it/,
  },
  'a function for mails without its secrets': { answers: { [MAILS]: { status: 500 } }, check: 'mails', says: /^mend: .*no mail goes out.*secrets set/ },
  'a function for mails that asks for a token': { answers: { [MAILS]: { status: 401 } }, check: 'mails', says: /^mend: .*no mail goes out.*verify_jwt = false.*deploy send-email/ },
  'a missing table': {
    answers: { [NOTES]: { status: 404, json: { code: 'PGRST205', message: "Could not find the table 'public.workspace_notes' in the schema cache" } } },
    check: 'tables',
    says: /^mend: workspace_notes is missing.*supabase db push/,
  },
  'a missing table, said by Postgres': { answers: { [NOTES]: { status: 404, json: { code: '42P01' } } }, check: 'tables', says: /^mend: workspace_notes is missing/ },
  'a schema that is not exposed': { answers: { [NOTES]: { status: 406, json: { code: 'PGRST106' } } }, check: 'tables', says: /^mend: .*schema public.*config push/ },
  'rows that strangers can read': { answers: { [NOTES]: { status: 200, json: [{ id: 'a' }] } }, check: 'tables', says: /^mend: Strangers can read rows.*row-level security/ },
  'a table that strangers may ask': { answers: { [NOTES]: { status: 200, json: [] } }, check: 'tables', says: /^mend: Strangers may ask.*grants/ },
  'a Data API that refuses the key': { answers: { [NOTES]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'tables', says: /^mend: .*unexpected answer \(401\)/ },
  'a failing Data API': { answers: { [NOTES]: { status: 503, json: { code: 'PGRST002' } } }, check: 'tables', says: /^mend: .*\(503, PGRST002\)/ },
  'a hanging Data API': { answers: { [NOTES]: null }, check: 'tables', says: /^mend: .*did not answer within 1 s/ },
};

for (const [fault, { answers, check, says }] of Object.entries(FAULTS)) {
  test(`names the mend for ${fault}`, async ({ project }) => {
    project.answer(answers);
    const { code, byCheck } = await findings(project.url, KEY, '--time-limit', '1');
    expect(byCheck[check]).toMatch(says);
    expect(Object.values(byCheck).filter((text) => text.startsWith('mend'))).toHaveLength(1);
    expect(code).toBe(1);
  });
}

/** What is worth knowing, but leaves nothing to mend. */
const NOTES_ONLY: Readonly<Record<string, { answers: Readonly<Record<string, Answer>>; check: string; says: RegExp }>> = {
  'sign-up without confirmation': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, mailer_autoconfirm: true } } },
    check: 'confirmation',
    says: /^note: .*signed in as soon as they register.*enable_confirmations/,
  },
  'a phone provider': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: true, phone: true } } } },
    check: 'phone',
    says: /^note: Phone is on.*\[auth\.mfa\.phone\]/,
  },
  'links that lead to one’s own machine': { answers: { [LINKS]: { status: 303, location: 'http://localhost:3000/' } }, check: 'redirects', says: /^note: .*the machine of whoever opens the mail/ },
  'links of which nothing can be seen': { answers: { [LINKS]: { status: 404 } }, check: 'redirects', says: /^note: .*cannot be seen.*site_url/ },
  'mails that the project writes': { answers: { [MAILS]: { status: 404 } }, check: 'mails', says: /^note: .*not deployed.*only in the browser that asked.*SMTP/ },
  'a function for mails of another kind': { answers: { [MAILS]: { status: 200, json: {} } }, check: 'mails', says: /^note: .*cannot be told.*\(200\)/ },
  'a shared signing secret': { answers: { [KEY_SET]: { status: 200, json: { keys: [] } } }, check: 'signing keys', says: /^note: .*HS256.*slower/ },
  'a key set that cannot be read': { answers: { [KEY_SET]: { status: 500 } }, check: 'signing keys', says: /^note: .*cannot be read \(500\)/ },
};

for (const [what, { answers, check, says }] of Object.entries(NOTES_ONLY)) {
  test(`notes ${what}, and finds nothing to mend`, async ({ project }) => {
    project.answer(answers);
    const { code, byCheck } = await findings(project.url);
    expect(byCheck[check]).toMatch(says);
    expect(code).toBe(0);
  });
}

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
