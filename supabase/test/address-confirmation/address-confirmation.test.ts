import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import { PLATFORM_STATE_PATH } from '@atrium/releases/wire';
import * as v from 'valibot';
import { ServiceProcess } from '../../../tools/start/service-process.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { Project, type Client } from '../project.ts';

const ATTACKER = 'password of an attacker';
const OWNER = 'password of the owner';

const SCENE = path.join(ROOT, 'supabase/test/address-confirmation');

let project: Project;
beforeAll(async () => {
  project = await Project.start('--confirm-email', `--config=${path.join(SCENE, 'config.toml')}`, `--seed=${path.join(SCENE, 'scene.sql')}`);
});
afterAll(() => project.stop());

const inboxSchema = v.object({ messages: v.array(v.object({ links: v.array(v.string()) })) });

/** The token hash of the newest mail to an address. */
async function newestToken(email: string): Promise<string> {
  const answer = await fetch(`${project.backend.inboxUrl}/api/messages?to=${encodeURIComponent(email)}`);
  const [newest] = v.parse(inboxSchema, await answer.json()).messages;
  return new URL(newest?.links[0] ?? '').searchParams.get('token_hash') ?? '';
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Registers like a browser that keeps the secret. Returns the account's ID; for a known address, the service invents one. */
async function signUp(email: string, password: string, secret: string, name = 'Ada'): Promise<string> {
  const { data, error } = await project.client().auth.signUp({ email, password, options: { data: { name, registered_with: hashOf(secret) } } });
  if (error) throw error;
  return data.user?.id ?? '';
}

async function codeOfLogin(email: string, password: string): Promise<string | undefined> {
  return (await project.client().auth.signInWithPassword({ email, password })).error?.code;
}

async function redeem(email: string, type: 'email' | 'recovery' | 'invite' = 'email'): Promise<Client> {
  const client = project.client();
  const { error } = await client.auth.verifyOtp({ type, token_hash: await newestToken(email) });
  if (error) throw error;
  return client;
}

function vouch(email: string, tokenHash: string, secret: string): Promise<boolean | null> {
  return Promise.resolve(project.client().rpc('account_vouch', { email, token_hash: tokenHash, secret }).throwOnError()).then(({ data }) => data);
}

/** Calls a function of `scene.sql`, which the generated types do not have. */
async function callScene(name: string, person: string): Promise<unknown> {
  const { apiUrl, secretKey } = project.backend;
  return (await createClient(apiUrl, secretKey, { auth: { persistSession: false } }).rpc(name, { person }).throwOnError()).data;
}

describe('an account that an attacker registered with another person’s address', () => {
  test.each([
    ['registers', 'email', (email: string) => signUp(email, OWNER, 'secret of the owner')],
    ['is invited', 'invite', (email: string) => project.admin.auth.admin.inviteUserByEmail(email)],
    ['requests a password reset', 'recovery', (email: string) => project.client().auth.resetPasswordForEmail(email)],
    ['requests a log-in link', 'email', (email: string) => project.client().auth.signInWithOtp({ email })],
  ] as const)('keeps nothing from the attacker after the owner %s and opens the link', async (_way, type, askForMail) => {
    const email = `owner-${randomUUID()}@example.com`;
    const person = await signUp(email, ATTACKER, 'secret of an attacker', 'Mallory');
    await callScene('enter_unconfirmed', person);
    await askForMail(email);
    const owner = await redeem(email, type);
    expect(await codeOfLogin(email, ATTACKER)).toBe('invalid_credentials');
    expect(await callScene('left_of', person)).toEqual({ sessions: 1, factors: 0, providers: ['email'], email_change: '', email_change_token_new: '', phone: null });
    expect((await owner.auth.getUser()).data.user?.user_metadata).toEqual({ sub: person, email, email_verified: true, phone_verified: false, needs_password: true });
    expect((await owner.from('account_profiles').select('name').single()).data).toEqual({ name: '' });
    // The owner chooses a password now.
    expect((await owner.auth.updateUser({ password: OWNER, data: { needs_password: null } })).error).toBeNull();
    expect(await codeOfLogin(email, OWNER)).toBeUndefined();
    expect((await owner.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('needs_password');
  });

  test('never logs the attacker in while the owner redeems the link', async () => {
    const email = 'race@example.com';
    await signUp(email, ATTACKER, 'secret of an attacker');
    await signUp(email, OWNER, 'secret of the owner');
    const answers = new Set<string | undefined>();
    // Each tries until the account has no password, or until it has logged in.
    const attackers = Array.from({ length: 8 }, async () => {
      do answers.add(await codeOfLogin(email, ATTACKER));
      while (!answers.has('invalid_credentials') && !answers.has(undefined));
    });
    await redeem(email);
    await Promise.all(attackers);
    expect([...answers].sort()).toEqual(['email_not_confirmed', 'invalid_credentials']);
  });

  test('loses the password even if the owner’s browser confirms with its own secret', async () => {
    const email = 'own-secret@example.com';
    await signUp(email, ATTACKER, 'secret of an attacker');
    await signUp(email, OWNER, 'secret of the owner');
    expect(await vouch(email, await newestToken(email), 'secret of the owner')).toBe(false);
    await redeem(email);
    expect(await codeOfLogin(email, ATTACKER)).toBe('invalid_credentials');
  });

  test('cannot be confirmed by the attacker, who does not receive the mail', async () => {
    const email = 'no-mail@example.com';
    await signUp(email, ATTACKER, 'secret of an attacker');
    const olderToken = await newestToken(email);
    for (const guess of ['', '0', ' ', 'pkce_', olderToken.slice(1)]) expect(await vouch(email, guess, 'secret of an attacker')).toBe(false);
    // Vouching for one link does not vouch for the next one.
    expect(await vouch(email, olderToken, 'secret of an attacker')).toBe(true);
    await signUp(email, OWNER, 'secret of the owner');
    await redeem(email);
    expect(await codeOfLogin(email, ATTACKER)).toBe('invalid_credentials');
  });
});

test('an attacker cannot guess the token of a link', async () => {
  const email = 'guessed@example.com';
  await signUp(email, ATTACKER, 'secret of an attacker');
  const token = await newestToken(email);
  const guesses = Array.from({ length: 12 }, (_, guess) => createHash('sha224').update(`${email}${String(guess)}`).digest('hex'));
  for (const guess of guesses) expect(await vouch(email, guess, 'secret of an attacker')).toBe(false);
  expect(await vouch(email, token, 'secret of an attacker')).toBe(false);
  await redeem(email);
  expect(await codeOfLogin(email, ATTACKER)).toBe('invalid_credentials');
});

test('simultaneous attempts to vouch are counted separately', async () => {
  const email = 'simultaneous@example.com';
  await signUp(email, ATTACKER, 'secret of an attacker');
  const token = await newestToken(email);
  const tokens = Array.from({ length: 30 }, (_, attempt) => (attempt < 15 ? `guess ${String(attempt)}` : token));
  const answers = await Promise.all(tokens.map((guess) => vouch(email, guess, 'secret of an attacker')));
  expect(answers.filter(Boolean).length).toBeLessThanOrEqual(10);
  expect(await vouch(email, token, 'secret of an attacker')).toBe(false);

  const owner = 'simultaneous-owner@example.com';
  await signUp(owner, OWNER, 'secret of the owner');
  const link = await newestToken(owner);
  const voucher = () => vouch(owner, link, 'secret of the owner');
  expect(await Promise.all(Array.from({ length: 10 }, voucher))).toEqual(Array.from({ length: 10 }, () => true));
  expect(await voucher()).toBe(false);
});

test('if the link is opened in the browser that registered, the account keeps its password and name', async () => {
  const email = 'vouched@example.com';
  await signUp(email, OWNER, 'secret of the owner', 'Ada');
  expect(await vouch(email, await newestToken(email), 'another secret')).toBe(false);
  expect(await vouch(email, await newestToken(email), 'secret of the owner')).toBe(true);
  const owner = await redeem(email);
  const { user_metadata } = (await owner.auth.getUser()).data.user ?? {};
  expect(user_metadata).toMatchObject({ name: 'Ada', email_verified: true });
  expect(user_metadata).not.toHaveProperty('registered_with');
  expect(user_metadata).not.toHaveProperty('needs_password');
  expect(await codeOfLogin(email, OWNER)).toBeUndefined();
});

test.each([
  ['without vouching, earlier credentials are removed', false, { password: null, metadata: { needs_password: true } }],
  ['with vouching, they stay', true, { password: expect.any(String), metadata: { name: 'Ada' } }],
])('a hosted auth service, which writes the metadata again: %s', async (_case, isVouched, left) => {
  const email = `hosted-${String(isVouched)}@example.com`;
  const person = await signUp(email, OWNER, 'secret');
  if (isVouched) await vouch(email, await newestToken(email), 'secret');
  const { metadata, ...row } = v.parse(v.object({ password: v.nullable(v.string()), metadata: v.looseObject({}) }), await callScene('confirm_like_hosted', person));
  expect({ ...row, metadata }).toMatchObject(left);
  expect('name' in metadata).toBe(isVouched);
  expect('needs_password' in metadata).toBe(!isVouched);
});

describe('the address that a mail confirmed', () => {
  async function confirmedAddress(client: Client): Promise<string | null> {
    return (await client.rpc('account_confirmed_address').throwOnError()).data;
  }

  test('is known to the account itself, until it takes another address', async () => {
    await signUp('proven@example.com', OWNER, 'secret');
    const owner = await redeem('proven@example.com');
    expect(await confirmedAddress(owner)).toBe('proven@example.com');
    await owner.auth.updateUser({ password: OWNER });
    expect(await confirmedAddress(owner)).toBe('proven@example.com');
    const id = (await owner.auth.getUser()).data.user?.id ?? '';
    await project.admin.auth.admin.updateUserById(id, { email: 'changed@example.com' });
    expect(await confirmedAddress(owner)).toBeNull();
  });

  test('admits only its own account to the platform team', async () => {
    const releases = await mkdtemp(path.join(tmpdir(), 'atrium-confirmation-'));
    const site = new ServiceProcess('The server of the site', 'credentials-server/src/command.ts', [], {
      PATH: process.env['PATH'],
      PORT: '0',
      SUPABASE_URL: project.backend.apiUrl,
      SUPABASE_KEY: project.backend.publishableKey,
      RELEASES: releases,
      PLATFORM_TEAM: 'grace@example.com,barbara@example.com',
    });
    const { url } = v.parse(v.object({ url: v.string() }), await site.ready);
    await signUp('grace@example.com', OWNER, 'secret');
    const grace = await redeem('grace@example.com');
    const codeOfState = async (): Promise<string> => {
      const { data } = await grace.auth.getSession();
      const answer = await fetch(url + PLATFORM_STATE_PATH, { headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${data.session?.access_token ?? ''}` } });
      return v.parse(v.object({ error: v.object({ code: v.string() }) }), await answer.json()).error.code;
    };
    expect(await codeOfState()).toBe('second-factor-needed');
    const id = (await grace.auth.getUser()).data.user?.id ?? '';
    await project.admin.auth.admin.updateUserById(id, { email: 'barbara@example.com' });
    expect(await codeOfState()).toBe('address-unproven');
    await site.stop();
    await rm(releases, { recursive: true, force: true });
  });

  test('does not exist if an administrator marked the address as confirmed', async () => {
    await project.admin.auth.admin.createUser({ email: 'by-hand@example.com', password: OWNER, email_confirm: true, user_metadata: { name: 'Ada' } });
    const client = project.client();
    const { data } = await client.auth.signInWithPassword({ email: 'by-hand@example.com', password: OWNER });
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada' });
    expect(await confirmedAddress(client)).toBeNull();
  });

  test('is not revealed to visitors', async () => {
    expect((await project.client().rpc('account_confirmed_address')).error?.code).toBe('42501');
  });
});
