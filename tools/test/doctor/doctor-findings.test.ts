import { type Answer, AUTH, HostedProject, KEY_SET, LINKS, MAILS, NOTES, SETTINGS, tableAddress } from './hosted-project.ts';
import { findings, KEY } from './report.ts';

let project: HostedProject;

beforeAll(async () => {
  project = await HostedProject.start();
});

afterAll(() => project.stop());

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
  'several missing tables': {
    answers: Object.fromEntries(['workspace_boards', 'workspace_members'].map((table) => [tableAddress(table), { status: 404, json: { code: 'PGRST205' } }])),
    check: 'tables',
    says: /^mend: workspace_boards is missing\. workspace_members is missing\. Run `supabase link` and `supabase db push`\.$/,
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
  test(`names the mend for ${fault}`, async () => {
    project.answer(answers);
    // Only what hangs on purpose may reach the limit, on a busy machine too.
    const hangs = Object.values(answers).includes(null);
    const { code, byCheck } = await findings(project.url, KEY, '--time-limit', hangs ? '1' : '30');
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
  test(`notes ${what}, and finds nothing to mend`, async () => {
    project.answer(answers);
    const { code, byCheck } = await findings(project.url);
    expect(byCheck[check]).toMatch(says);
    expect(code).toBe(0);
  });
}
