import { type Answer, AUTH, HostedProject, KEY_SET, LINKS, MAILS, NOTES, PASSKEYS, SETTINGS, tableAddress } from './hosted-project.ts';
import { findings, KEY } from './report.ts';

let project: HostedProject;

beforeAll(async () => {
  project = await HostedProject.start();
});

afterAll(() => project.stop());

/** Each fault, with the check that finds it and its text. */
const FAULTS: Readonly<Record<string, { answers: Readonly<Record<string, Answer>>; check: string; says: RegExp }>> = {
  'a failing project': { answers: { [AUTH]: { status: 503 } }, check: 'project', says: /^fix: .*internal error \(503\)/ },
  'a paused project': { answers: { [AUTH]: { status: 540 } }, check: 'project', says: /^fix: .*paused.*Restore/ },
  'a restricted project': { answers: { [AUTH]: { status: 402 } }, check: 'project', says: /^fix: .*restricted.*billing/ },
  'a project that received too many requests': { answers: { [AUTH]: { status: 429, json: {} } }, check: 'project', says: /^fix: .*too many requests.*Wait/ },
  'a web page': { answers: { [AUTH]: { status: 200, html: '<!doctype html><title>Wi-Fi</title>' } }, check: 'project', says: /^fix: .*web page.*SUPABASE_URL/ },
  'an address with an extra path': { answers: { [AUTH]: { status: 404, json: { error: 'requested path is invalid' } } }, check: 'project', says: /^fix: .*no auth service.*SUPABASE_URL/ },
  'settings of another shape': { answers: { [AUTH]: { status: 200, json: { external: [] } } }, check: 'project', says: /^fix: .*no auth service/ },
  'a redirect': { answers: { [AUTH]: { status: 308, location: 'https://moved.example.com/x' } }, check: 'project', says: /^fix: .*https:\/\/moved\.example\.com \(308\)/ },
  'a hanging project': { answers: { [AUTH]: null }, check: 'project', says: /^fix: .*did not answer within 1 s/ },
  'a refused key': { answers: { [AUTH]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'key', says: /^fix: .*does not accept SUPABASE_KEY/ },
  'links that can lead anywhere': {
    answers: { [LINKS]: { status: 303, location: 'https://redirect-check.invalid/#error=access_denied' } },
    check: 'redirects',
    says: /^fix: .*any URL.*remove it/,
  },
  'passkeys for another site': { answers: { [PASSKEYS]: { status: 200, json: { options: { rpId: 'localhost' } } } }, check: 'passkeys', says: /^fix: .*bound to localhost.*rp_id/ },
  'passkeys without a site': { answers: { [PASSKEYS]: { status: 500 } }, check: 'passkeys', says: /^fix: .*no challenge.*\[auth\.webauthn\]/ },
  'a mail function without its secrets': { answers: { [MAILS]: { status: 500 } }, check: 'mails', says: /^fix: .*no mail goes out.*secrets set/ },
  'a mail function that requires a token': { answers: { [MAILS]: { status: 401 } }, check: 'mails', says: /^fix: .*no mail goes out.*verify_jwt = false.*deploy send-email/ },
  'a missing table': {
    answers: { [NOTES]: { status: 404, json: { code: 'PGRST205', message: "Could not find the table 'public.workspace_notes' in the schema cache" } } },
    check: 'tables',
    says: /^fix: workspace_notes is missing.*supabase db push/,
  },
  'several missing tables': {
    answers: Object.fromEntries(['workspace_boards', 'workspace_members'].map((table) => [tableAddress(table), { status: 404, json: { code: 'PGRST205' } }])),
    check: 'tables',
    says: /^fix: workspace_boards is missing\. workspace_members is missing\. Run `supabase link` and `supabase db push`\.$/,
  },
  'a missing table, reported by Postgres': { answers: { [NOTES]: { status: 404, json: { code: '42P01' } } }, check: 'tables', says: /^fix: workspace_notes is missing/ },
  'a schema that is not exposed': { answers: { [NOTES]: { status: 406, json: { code: 'PGRST106' } } }, check: 'tables', says: /^fix: .*schema public.*config push/ },
  'rows that strangers can read': { answers: { [NOTES]: { status: 200, json: [{ id: 'a' }] } }, check: 'tables', says: /^fix: Strangers can read rows.*row-level security/ },
  'a table that strangers can query': { answers: { [NOTES]: { status: 200, json: [] } }, check: 'tables', says: /^fix: Strangers can query.*grants/ },
  'a Data API that refuses the key': { answers: { [NOTES]: { status: 401, json: { message: `Invalid API key ${KEY}` } } }, check: 'tables', says: /^fix: .*unexpected answer \(401\)/ },
  'a failing Data API': { answers: { [NOTES]: { status: 503, json: { code: 'PGRST002' } } }, check: 'tables', says: /^fix: .*\(503, PGRST002\)/ },
  'a Data API that fails for functions': { answers: { ['/rest/v1/rpc/workspace_overview']: { status: 503, json: { code: 'PGRST002' } } }, check: 'database functions', says: /^fix: .*unexpected answer \(503, PGRST002\)/ },
  'a function that strangers can call': { answers: { ['/rest/v1/rpc/workspace_overview']: { status: 200, json: [] } }, check: 'database functions', says: /^fix: Open to strangers: workspace_overview\./ },
  'a hanging Data API': { answers: { [NOTES]: null }, check: 'tables', says: /^fix: .*did not answer within 1 s/ },
};

for (const [fault, { answers, check, says }] of Object.entries(FAULTS)) {
  test(`reports how to fix ${fault}`, async () => {
    project.answer(answers);
    // A request that does not hang must stay below the limit, also on a busy machine.
    const hangs = Object.values(answers).includes(null);
    const { code, byCheck } = await findings(project.url, KEY, '--time-limit', hangs ? '1' : '30');
    expect(byCheck[check]).toMatch(says);
    expect(Object.values(byCheck).filter((text) => text.startsWith('fix'))).toHaveLength(1);
    expect(code).toBe(1);
  });
}

/** States that are worth knowing but need no fix. */
const NOTES_ONLY: Readonly<Record<string, { answers: Readonly<Record<string, Answer>>; check: string; says: RegExp }>> = {
  'sign-up without confirmation': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, mailer_autoconfirm: true } } },
    check: 'confirmation',
    says: /^note: .*signed in as soon as they register.*enable_confirmations/,
  },
  'no sign-in by email': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: false, phone: false } } } },
    check: 'email',
    says: /^note: .*email is off.*\[auth\.email\]/,
  },
  'closed sign-up': { answers: { [AUTH]: { status: 200, json: { ...SETTINGS, disable_signup: true } } }, check: 'sign-up', says: /^note: .*no new accounts.*enable_signup/ },
  'a provider': { answers: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { ...SETTINGS.external, github: true } } } }, check: 'providers', says: /^ok: .*offers GitHub\. $/ },
  'no providers': { answers: {}, check: 'providers', says: /^note: .*none.*\[auth\.external\.google\]/ },
  'passkeys that are off': { answers: { [AUTH]: { status: 200, json: { ...SETTINGS, passkeys_enabled: false } } }, check: 'passkeys', says: /^note: Passkeys are off.*\[auth\.passkey\]/ },
  'a phone provider': {
    answers: { [AUTH]: { status: 200, json: { ...SETTINGS, external: { email: true, phone: true } } } },
    check: 'phone',
    says: /^note: Phone is on.*\[auth\.mfa\.phone\]/,
  },
  'links that lead to the local machine': { answers: { [LINKS]: { status: 303, location: 'http://localhost:3000/' } }, check: 'redirects', says: /^note: .*the machine of the person who opens the mail/ },
  'links whose target is not visible': { answers: { [LINKS]: { status: 404 } }, check: 'redirects', says: /^note: .*does not show where mailed links lead.*site_url/ },
  'mails that the project writes itself': { answers: { [MAILS]: { status: 404 } }, check: 'mails', says: /^note: .*not deployed.*only in the browser that requested them.*SMTP/ },
  'another mail function': { answers: { [MAILS]: { status: 200, json: {} } }, check: 'mails', says: /^note: .*does not show whether it works \(200\)/ },
  'a shared signing secret': { answers: { [KEY_SET]: { status: 200, json: { keys: [] } } }, check: 'signing keys', says: /^note: .*HS256.*slower/ },
  'a key set that cannot be read': { answers: { [KEY_SET]: { status: 500 } }, check: 'signing keys', says: /^note: .*cannot be read \(500\)/ },
};

for (const [what, { answers, check, says }] of Object.entries(NOTES_ONLY)) {
  test(`notes ${what}, without anything to fix`, async () => {
    project.answer(answers);
    const { code, byCheck } = await findings(project.url);
    expect(byCheck[check]).toMatch(says);
    expect(code).toBe(0);
  });
}
