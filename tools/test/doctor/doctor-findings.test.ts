import { AUTH, HostedProject, KEY_SET, LINKS, MAILS, NOTES, PASSKEYS, SETTINGS, tableAddress, type ProjectResponse } from './hosted-project.ts';
import { findings, KEY } from './report.ts';

let project: HostedProject;

beforeAll(async () => {
  project = await HostedProject.start();
});

afterAll(() => project.stop());

/** Each fault, with the check that finds it and its text. */
const FAULTS: Readonly<Record<string, { responses: Readonly<Record<string, ProjectResponse>>; check: string; says: RegExp }>> = {
  'a failing project': { responses: { [AUTH]: { status: 503 } }, check: 'project', says: /^fix: .*internal error \(503\)/ },
  'a paused project': { responses: { [AUTH]: { status: 540 } }, check: 'project', says: /^fix: .*paused.*Restore/ },
  'a restricted project': { responses: { [AUTH]: { status: 402 } }, check: 'project', says: /^fix: .*restricted.*billing/ },
  'a project that received too many requests': { responses: { [AUTH]: { status: 429, json: {} } }, check: 'project', says: /^fix: .*too many requests.*Wait/ },
  'a web page': { responses: { [AUTH]: { status: 200, html: '<!doctype html><title>Wi-Fi</title>' } }, check: 'project', says: /^fix: .*web page.*SUPABASE_URL/ },
  'an address with an extra path': { responses: { [AUTH]: { status: 404, json: { error: 'requested path is invalid' } } }, check: 'project', says: /^fix: .*no auth service.*SUPABASE_URL/ },
  'settings of another shape': { responses: { [AUTH]: { status: 200, json: { external: [] } } }, check: 'project', says: /^fix: .*no auth service/ },
  'a redirect': { responses: { [AUTH]: { status: 308, location: 'https://moved.example.com/x' } }, check: 'project', says: /^fix: .*https:\/\/moved\.example\.com \(308\)/ },
  'a hanging project': { responses: { [AUTH]: null }, check: 'project', says: /^fix: .*did not respond within 1 s/ },
  'a refused key': { responses: { [AUTH]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'key', says: /^fix: .*does not accept SUPABASE_KEY/ },
  'links that can lead anywhere': {
    responses: { [LINKS]: { status: 303, location: 'https://redirect-check.invalid/#error=access_denied' } },
    check: 'redirects',
    says: /^fix: .*any URL.*remove it/,
  },
  'passkeys for another site': { responses: { [PASSKEYS]: { status: 200, json: { options: { rpId: 'localhost' } } } }, check: 'passkeys', says: /^fix: .*bound to localhost.*rp_id/ },
  'passkeys without a site': { responses: { [PASSKEYS]: { status: 500 } }, check: 'passkeys', says: /^fix: .*no challenge.*\[auth\.webauthn\]/ },
  'a mail function without its secrets': { responses: { [MAILS]: { status: 500 } }, check: 'mails', says: /^fix: .*no mail goes out.*secrets set/ },
  'a mail function that requires a token': { responses: { [MAILS]: { status: 401 } }, check: 'mails', says: /^fix: .*no mail goes out.*verify_jwt = false.*deploy send-email/ },
  'a missing table': {
    responses: { [NOTES]: { status: 404, json: { code: 'PGRST205', message: "Could not find the table 'public.workspace_notes' in the schema cache" } } },
    check: 'tables',
    says: /^fix: workspace_notes is missing.*supabase db push/,
  },
  'several missing tables': {
    responses: Object.fromEntries(['workspace_boards', 'workspace_members'].map((table) => [tableAddress(table), { status: 404, json: { code: 'PGRST205' } }])),
    check: 'tables',
    says: /^fix: workspace_boards is missing\. workspace_members is missing\. Run `supabase link` and `supabase db push`\.$/,
  },
  'a missing table, reported by Postgres': { responses: { [NOTES]: { status: 404, json: { code: '42P01' } } }, check: 'tables', says: /^fix: workspace_notes is missing/ },
  'a schema that is not exposed': { responses: { [NOTES]: { status: 406, json: { code: 'PGRST106' } } }, check: 'tables', says: /^fix: .*schema public.*config push/ },
  'rows that strangers can read': { responses: { [NOTES]: { status: 200, json: [{ id: 'a' }] } }, check: 'tables', says: /^fix: Strangers can read rows.*row-level security/ },
  'a table that strangers can query': { responses: { [NOTES]: { status: 200, json: [] } }, check: 'tables', says: /^fix: Strangers can query.*grants/ },
  'a Data API that refuses the key': { responses: { [NOTES]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'tables', says: /^fix: .*unexpected response \(401\)/ },
  'a failing Data API': { responses: { [NOTES]: { status: 503, json: { code: 'PGRST002' } } }, check: 'tables', says: /^fix: .*\(503, PGRST002\)/ },
  'a Data API that fails for functions': { responses: { ['/rest/v1/rpc/workspace_overview']: { status: 503, json: { code: 'PGRST002' } } }, check: 'database functions', says: /^fix: .*unexpected response \(503, PGRST002\)/ },
  'a function that strangers can call': { responses: { ['/rest/v1/rpc/workspace_overview']: { status: 200, json: [] } }, check: 'database functions', says: /^fix: Open to strangers: workspace_overview\./ },
  'a hanging Data API': { responses: { [NOTES]: null }, check: 'tables', says: /^fix: .*did not respond within 1 s/ },
};

for (const [fault, { responses, check, says }] of Object.entries(FAULTS)) {
  test(`reports how to fix ${fault}`, async () => {
    project.respondWith(responses);
    // A request that does not hang must stay below the limit, also on a busy machine.
    const hangs = Object.values(responses).includes(null);
    const { code, byCheck } = await findings(project.url, KEY, '--time-limit', hangs ? '1' : '30');
    expect(byCheck[check]).toMatch(says);
    expect(Object.values(byCheck).filter((text) => text.startsWith('fix'))).toHaveLength(1);
    expect(code).toBe(1);
  });
}

/** States that are worth knowing but need no fix. */
const NOTES_ONLY: Readonly<Record<string, { responses: Readonly<Record<string, ProjectResponse>>; check: string; says: RegExp }>> = {
  'sign-up without confirmation': {
    responses: { [AUTH]: { status: 200, json: { ...SETTINGS, mailer_autoconfirm: true } } },
    check: 'confirmation',
    says: /^note: .*signed in as soon as they register.*enable_confirmations/,
  },
  'no sign-in by email': {
    responses: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: false, phone: false } } } },
    check: 'email',
    says: /^note: .*email is off.*\[auth\.email\]/,
  },
  'closed sign-up': { responses: { [AUTH]: { status: 200, json: { ...SETTINGS, disable_signup: true } } }, check: 'sign-up', says: /^note: .*no new accounts.*enable_signup/ },
  'a provider': { responses: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { ...SETTINGS.external, github: true } } } }, check: 'providers', says: /^ok: .*offers GitHub\. $/ },
  'no providers': { responses: {}, check: 'providers', says: /^note: .*none.*\[auth\.external\.google\]/ },
  'passkeys that are off': { responses: { [AUTH]: { status: 200, json: { ...SETTINGS, passkeys_enabled: false } } }, check: 'passkeys', says: /^note: Passkeys are off.*\[auth\.passkey\]/ },
  'a phone provider': {
    responses: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: true, phone: true } } } },
    check: 'phone',
    says: /^note: Phone is on.*\[auth\.mfa\.phone\]/,
  },
  'links that lead to the local machine': { responses: { [LINKS]: { status: 303, location: 'http://localhost:3000/' } }, check: 'redirects', says: /^note: .*the machine of the person who opens the mail/ },
  'links whose target is not visible': { responses: { [LINKS]: { status: 404 } }, check: 'redirects', says: /^note: .*does not show where mailed links lead.*site_url/ },
  'mails that the project writes itself': { responses: { [MAILS]: { status: 404 } }, check: 'mails', says: /^note: .*not deployed.*only in the browser that requested them.*SMTP/ },
  'another mail function': { responses: { [MAILS]: { status: 200, json: {} } }, check: 'mails', says: /^note: .*does not show whether it works \(200\)/ },
  'a shared signing secret': { responses: { [KEY_SET]: { status: 200, json: { keys: [] } } }, check: 'signing keys', says: /^note: .*HS256.*slower/ },
  'a key set that cannot be read': { responses: { [KEY_SET]: { status: 500 } }, check: 'signing keys', says: /^note: .*cannot be read \(500\)/ },
};

for (const [what, { responses, check, says }] of Object.entries(NOTES_ONLY)) {
  test(`notes ${what}, without anything to fix`, async () => {
    project.respondWith(responses);
    const { code, byCheck } = await findings(project.url);
    expect(byCheck[check]).toMatch(says);
    expect(code).toBe(0);
  });
}
