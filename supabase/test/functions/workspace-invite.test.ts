import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ROOT } from '../../../tools/repository/repository.ts';
import { workspaceInvite } from '../../functions/workspace-invite/workspace-invite.ts';
import { PASSWORD, Project, type Client, type Person } from '../project.ts';
import { invoke } from './calls.ts';

const SITE = 'https://site.example';

let project: Project;
let owner: Person;
beforeAll(async () => {
  project = await Project.start(
    `--functions=${path.join(ROOT, 'supabase/functions')}`, `--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email', `--site-url=${SITE}`,
  );
  owner = await project.register('Ada');
});
afterAll(() => project.stop());

async function newBoard(): Promise<string> {
  return (await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError()).data.id;
}

const inboxSchema = v.object({ messages: v.array(v.object({ id: v.string(), subject: v.string(), text: v.string(), links: v.array(v.string()) })) });

async function mailsTo(email: string): Promise<v.InferOutput<typeof inboxSchema>['messages']> {
  const answer = await fetch(`${project.backend.inboxUrl}/api/messages?to=${encodeURIComponent(email)}`);
  return v.parse(inboxSchema, await answer.json()).messages;
}

/** The newest mail and its link, once the inbox has the expected number of mails: the function responds before they are sent. */
async function linkTo(email: string, amount = 1): Promise<{ subject: string; text: string; link: URL }> {
  for (;;) {
    const [mail, ...others] = await mailsTo(email);
    if (mail && others.length + 1 >= amount) return { subject: mail.subject, text: mail.text, link: new URL(mail.links[0] ?? '') };
  }
}

/** Resolves once the invitation is removed from the account's metadata. */
async function untilInvitationIsRemoved(account: string): Promise<void> {
  for (;;) {
    const { data } = await project.admin.auth.admin.getUserById(account);
    if (data.user && !('invited_to' in data.user.user_metadata)) return;
  }
}

function invite(client: Client, board: string, email: string, role?: 'editor' | 'viewer') {
  return invoke(client, 'workspace-invite', { board, email, role }, { origin: SITE });
}

/** Redeems a mailed link and accepts the invitation. Returns the guest's client. */
async function acceptByLink(link: URL, board: string): Promise<Client> {
  const type = link.searchParams.get('type') === 'invite' ? 'invite' : 'email';
  const guest = project.client();
  expect((await guest.auth.verifyOtp({ type, token_hash: link.searchParams.get('token_hash') ?? '' })).error).toBeNull();
  await guest.rpc('workspace_accept_invitation', { board }).throwOnError();
  return guest;
}

test('an invitation creates no account on a site that takes no new ones', async () => {
  const board = await newBoard();
  const { apiUrl, publishableKey, secretKey } = project.backend;
  const tasks: Promise<unknown>[] = [];
  const handle = workspaceInvite({ SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const isSettings = input === `${apiUrl}/auth/v1/settings`;
      return isSettings ? Response.json({ ...v.parse(v.looseObject({}), await response.json()), disable_signup: true }) : response;
    },
    waitUntil: (task) => tasks.push(task),
  });
  const token = (await owner.client.auth.getSession()).data.session?.access_token ?? '';
  const guest = await project.register('Guest');
  for (const email of ['stranger@example.com', guest.email]) {
    const request = new Request('https://functions.example/workspace-invite', { method: 'POST', body: JSON.stringify({ board, email }), headers: { authorization: `Bearer ${token}`, origin: SITE } });
    expect(await (await handle(request)).json()).toEqual({ invited: true });
  }
  await Promise.all(tasks);
  expect((await project.admin.rpc('workspace_invitee', { email: 'stranger@example.com' })).data).toBeNull();
  expect([await mailsTo('stranger@example.com'), await mailsTo(guest.email)]).toMatchObject([[], [{ subject: expect.any(String) }]]);
});

test('a person without an account gets a mail whose link creates one and joins the board', async () => {
  const board = await newBoard();
  expect(await invite(owner.client, board, ' New@Example.com ')).toEqual({ data: { invited: true } });
  const { subject, text, link } = await linkTo('new@example.com');
  expect(subject).toBe('You are invited to a board');
  expect(text).toContain('Ada invites you to the board “Plans”. You can read and change its notes.');
  expect(link.searchParams.get('next')).toBe(`${SITE}/auth/confirm?type=email&next=%2Fworkspace%2F${board}`);
  const guest = await acceptByLink(link, board);
  expect((await guest.from('workspace_boards').select('name')).data).toEqual([{ name: 'Plans' }]);
});

test('a person with an account gets a log-in link, and the caller the same response', async () => {
  const board = await newBoard();
  const known = await project.register('known');
  expect(await invite(owner.client, board, known.email, 'viewer')).toEqual({ data: { invited: true } });
  const { subject, text, link } = await linkTo(known.email);
  expect(subject).toBe('You are invited to a board');
  expect(text).toContain('Ada invites you to the board “Plans”. You can read its notes.');
  expect(link.searchParams.get('next')).toBe(`${SITE}/auth/confirm?type=email&next=%2Fworkspace%2F${board}`);
  const guest = await acceptByLink(link, board);
  expect((await guest.from('workspace_members').select('role').eq('person', known.id)).data).toEqual([{ role: 'viewer' }]);
  expect((await guest.auth.getUser()).data.user?.id).toBe(known.id);
  await untilInvitationIsRemoved(known.id);
});

test.each([
  ['Karl', 'de', 'Einladung zu einem Board', 'Karl lädt Sie zum Board „Plans“ ein.'],
  ['Karim', 'ar', 'دعوة إلى لوحة', 'يدعوك \u2068Karim\u2069 إلى اللوحة «\u2068Plans\u2069».'],
  ['Kim', ['de'], 'You are invited to a board', 'Kim invites you to the board “Plans”.'],
  ['Kit', 'Ignore this', 'You are invited to a board', 'Kit invites you to the board “Plans”.'],
])('an account that an invitation creates gets the language of the inviting person (%s: %j), and an existing account keeps its own', async (name, language, subject, sentence) => {
  const inviter = await project.register(name);
  await inviter.client.auth.updateUser({ data: { language } });
  const { data: board } = await inviter.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  const email = `guest.${inviter.id}@example.com`;
  await invite(inviter.client, board.id, email);
  const mail = await linkTo(email);
  expect([mail.subject, mail.text.includes(sentence)]).toEqual([subject, true]);
  const { data } = await (await acceptByLink(mail.link, board.id)).auth.getUser();
  expect(data.user?.user_metadata['language']).toBe(subject === 'You are invited to a board' ? undefined : language);

  const member = await project.register(`member.${name}`);
  await member.client.auth.updateUser({ data: { language: 'en' } });
  await invite(inviter.client, board.id, member.email);
  expect((await linkTo(member.email)).text).toContain(`${name} invites you to the board “Plans”.`);
});

test('an inviter without a name appears as "Someone"', async () => {
  const nameless = await project.register('nameless');
  await nameless.client.auth.updateUser({ data: { name: ' ' } });
  const { data: board } = await nameless.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  await invite(nameless.client, board.id, 'puzzled@example.com');
  expect((await linkTo('puzzled@example.com')).text).toContain('Someone invites you to the board “Plans”.');
});

test('a second mail to a person who has not joined yet names the latest inviter', async () => {
  const [first, second] = [await newBoard(), await newBoard()];
  await invite(owner.client, first, 'twice@example.com');
  await linkTo('twice@example.com');
  await owner.client.from('workspace_boards').update({ name: 'Songs' }).eq('id', second).throwOnError();
  await invite(owner.client, second, 'twice@example.com');
  expect((await linkTo('twice@example.com', 2)).text).toContain('Ada invites you to the board “Songs”.');
});

test('names in a mail cannot contain addresses, line breaks or long texts', async () => {
  const spoof = await project.register('spoof');
  await spoof.client.auth.updateUser({ data: { name: `Bank.example\r\n\r\n${'x'.repeat(80)}` } });
  const { data } = await spoof.client.from('workspace_boards').insert({ name: 'Log in at evil.example/pay' }).select('id').single().throwOnError();
  await invite(spoof.client, data.id, 'target@example.com');
  const { text, link } = await linkTo('target@example.com');
  expect(link.origin).toBe(SITE);
  expect(text).toContain(`Bank. example ${'x'.repeat(45)}… invites you to the board “Log in at evil. example/ pay”.`);
});

/** Names that mail programs would turn into links, and how mails write them. */
const LINKS: readonly (readonly [string, string])[] = [
  ['See http://3639551848/login', 'See http: / / 3639551848/ login'],
  ['HTTPS://[::1]/a', 'HTTPS: / / [: : 1]/ a'],
  ['mailto:me@evil.example', 'mailto: me@ evil. example'],
  ['www.evil.example', 'www. evil. example'],
  ['evil。example／a', 'evil。 example／ a'],
  ['\\\\evil\\share', '\\ \\ evil\\ share'],
];

test.each(LINKS)('the board’s name %j does not become a link in a mail', async (name, words) => {
  const { data } = await owner.client.from('workspace_boards').insert({ name }).select('id').single().throwOnError();
  const email = `guest.${data.id}@example.com`;
  await invite(owner.client, data.id, email);
  expect((await linkTo(email)).text).toContain(`Ada invites you to the board “${words}”.`);
});

test.each(LINKS)('an account’s metadata does not become a link in a mail: %j', async (invitedTo, words) => {
  const email = `carrier.${crypto.randomUUID()}@example.com`;
  const client = project.client();
  await client.auth.signUp({ email, password: PASSWORD, options: { data: { invited_by: 'Bank', invited_to: invitedTo } } });
  await client.auth.signInWithOtp({ email });
  expect((await linkTo(email)).text).toContain(`Bank invites you to the board “${words}”.`);
});

test('an account’s metadata cannot replace the words of a mail', async () => {
  const client = project.client();
  await client.auth.signUp({ email: 'odd@example.com', password: PASSWORD, options: { data: { invited_by: ['http://a.example'], invited_to: { url: 'http://a.example' } } } });
  await client.auth.signInWithOtp({ email: 'odd@example.com' });
  expect((await linkTo('odd@example.com')).text).not.toContain('a.example');
});

test('a language that is no text does not stop the mails of an account', async () => {
  const { client, email } = await project.register('silenced');
  await client.auth.updateUser({ data: { language: 1 } });
  const { error } = await project.client().auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  expect((await linkTo(email)).text).toContain('password');
});

test('a second invitation sends another mail and extends the first one', async () => {
  const board = await newBoard();
  await invite(owner.client, board, 'again@example.com');
  await linkTo('again@example.com');
  const expiry = async () => (await owner.client.from('workspace_invitations').select('expires_at').eq('board', board)).data?.map((row) => row.expires_at);
  const [first = ''] = (await expiry()) ?? [];
  expect(await invite(owner.client, board, 'again@example.com')).toEqual({ data: { invited: true } });
  const [second = '', ...others] = (await expiry()) ?? [];
  expect(others).toEqual([]);
  expect(second > first).toBe(true);
  await acceptByLink((await linkTo('again@example.com', 2)).link, board);
});

test('the link only leads to sites that the project allows', async () => {
  const board = await newBoard();
  await invoke(owner.client, 'workspace-invite', { board, email: 'lured@example.com' }, { origin: 'https://evil.example' });
  const { link } = await linkTo('lured@example.com');
  expect([link.origin, link.searchParams.get('next')]).toEqual([SITE, SITE]);
});

test('only the owner can invite, only valid addresses, and only up to a limit', async () => {
  const board = await newBoard();
  const member = await project.register('member');
  await project.admin.from('workspace_members').insert({ board, person: member.id }).throwOnError();
  for (const { client } of [member, await project.register('other')]) {
    expect(await invite(client, board, 'x@example.com')).toEqual({ status: 403, code: 'not_owner' });
  }
  expect(await invite(project.client(), board, 'x@example.com')).toEqual({ status: 401, code: 'not_signed_in' });
  expect(await invite(owner.client, board, 'no address')).toEqual({ status: 400, code: 'invalid_email' });

  const busy = await project.register('busy');
  const { data } = await busy.client.from('workspace_boards').insert({ name: 'Busy' }).select('id').single().throwOnError();
  await invite(busy.client, data.id, 'first@example.com');
  await busy.client.from('workspace_invitations').insert(Array.from({ length: 19 }, (_, index) => ({ board: data.id, email: `g${String(index)}@example.com` }))).throwOnError();
  expect(await invite(busy.client, data.id, 'first@example.com')).toEqual({ status: 429, code: 'too_many' });
  // The refusal does not remove the existing invitation.
  expect((await busy.client.from('workspace_invitations').select().eq('email', 'first@example.com')).data).toHaveLength(1);
  expect(await mailsTo('x@example.com')).toEqual([]);
});

test('an invited user has no password until they set one', async () => {
  const board = await newBoard();
  await invite(owner.client, board, 'fresh@example.com');
  const guest = await acceptByLink((await linkTo('fresh@example.com')).link, board);
  expect((await guest.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await project.client().auth.signInWithPassword({ email: 'fresh@example.com', password: PASSWORD })).error).toBeNull();
});
