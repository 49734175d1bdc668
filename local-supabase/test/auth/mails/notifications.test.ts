import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../../backend.ts';
import { addAuthenticator } from '../authenticator.ts';

const NEW_PASSWORD = 'a new and longer password';

/** The project's own settings: its mails in three languages, and all of them but that for phones. */
const PROJECT = fileURLToPath(new URL('../../../../supabase/config.toml', import.meta.url));

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory', '--config', PROJECT, '--no-confirm-email', '--no-rate-limits', '--provider', 'google');
});
afterAll(() => backend.stop());

async function signUp(email: string, data: Record<string, string> = {}) {
  const client = backend.client();
  const { error } = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  return client;
}

const subjects = async (to: string): Promise<string[]> => (await backend.messages(to)).map(({ subject }) => subject);

test('a change of the password is mailed in the language of the account', async () => {
  const client = await signUp('ada@example.com', { language: 'de' });
  expect((await client.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull();
  expect(await subjects('ada@example.com')).toEqual([]);
  expect((await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error).toBeNull();
  const mail = await backend.newestMessage('ada@example.com');
  expect(mail.subject).toBe('Ihr Passwort wurde geändert');
  expect(mail.text).toContain('Das Passwort von ada@example.com wurde gerade geändert.');
  expect(mail.text).not.toContain('Code');
  expect(mail.links).toEqual(['http://localhost:3000/reset-password']);
  // A refused change is none.
  expect((await client.auth.updateUser({ password: NEW_PASSWORD, current_password: NEW_PASSWORD })).error?.code).toBe('same_password');
  expect(await subjects('ada@example.com')).toHaveLength(1);
});

test('second factors that were added and removed are mailed, and codes at a log-in are not', async () => {
  const client = await signUp('ben@example.com');
  const { app, factorId } = await addAuthenticator(client);
  expect(await subjects('ben@example.com')).toEqual(['A two-step verification method was added']);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error).toBeNull();
  expect(await subjects('ben@example.com')).toEqual(['A two-step verification method was added']);
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect(await subjects('ben@example.com')).toEqual(['A two-step verification method was removed', 'A two-step verification method was added']);
});

test('the old address learns of the new one, after both have confirmed the change', async () => {
  const client = await signUp('cleo@example.com');
  await client.auth.updateUser({ email: 'cleopatra@example.com' });
  const verify = async (address: string) => client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage(address)), type: 'email_change' });
  await verify('cleopatra@example.com');
  const mail = await backend.newestMessage('cleo@example.com');
  expect(mail.subject).toBe('Your email address was changed');
  expect(mail.text).toContain('cleopatra@example.com');
  expect(await subjects('cleopatra@example.com')).not.toContain('Your email address was changed');
});

test('a provider that was linked and unlinked is mailed', async () => {
  const client = await signUp('dora@example.com');
  const { data } = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/auth/confirm' } });
  const page = new URL(v.parse(v.string(), data.url));
  const query = new URLSearchParams({ state: page.searchParams.get('state') ?? '', email: 'dora@gmail.example', name: 'Dora' });
  expect((await fetch(new URL(`callback?${query.toString()}`, page), { redirect: 'manual' })).status).toBe(302);
  expect(await subjects('dora@example.com')).toEqual(['A way to log in was added']);
  const { data: linked } = await client.auth.getUserIdentities();
  const identity = linked?.identities.find(({ provider }) => provider === 'google');
  if (identity === undefined) throw new Error('The identity is missing.');
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
  expect(await subjects('dora@example.com')).toEqual(['A way to log in was removed', 'A way to log in was added']);
});

test('a project that switches the mails on has default texts, and one that does not sends none', async () => {
  const { directory, remove } = await temporaryDirectory();
  const config = await writeConfig(directory, { email: { notification: { password_changed: { enabled: true, subject: 'A new password for {{ .Email }}' }, mfa_factor_enrolled: { enabled: false } } } });
  const other = await Backend.start('--memory', '--config', config);
  const client = other.client();
  await client.auth.signUp({ email: 'ada@example.com', password: PASSWORD });
  await addAuthenticator(client);
  await client.auth.updateUser({ password: NEW_PASSWORD });
  expect((await other.messages('ada@example.com')).map(({ subject, text }) => [subject, text])).toEqual([
    ['A new password for ada@example.com', "Your password was changed\n\nThe password for your account was recently changed.\n\nIf you didn't make this change, reset your password and contact support immediately."],
  ]);
  await other.stop();
  await remove();
});

test('a hook gets the change, and its failure does not undo it', async () => {
  const { directory, remove } = await temporaryDirectory();
  const calls: unknown[] = [];
  const hook = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      calls.push(JSON.parse(body));
      response.writeHead(400).end();
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), hook.address());
  const config = await writeConfig(directory, {
    email: { notification: { password_changed: { enabled: true } } },
    hook: { send_email: { enabled: true, uri: `http://127.0.0.1:${String(port)}`, secrets: `v1,whsec_${btoa('a secret of the hook')}` } },
  });
  const other = await Backend.start('--memory', '--config', config);
  const client = other.client();
  await client.auth.signUp({ email: 'ada@example.com', password: PASSWORD });
  expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect(calls).toMatchObject([{ user: { email: 'ada@example.com' }, email_data: { email_action_type: 'password_changed_notification', token: '', old_email: '' } }]);
  expect((await other.client().auth.signInWithPassword({ email: 'ada@example.com', password: NEW_PASSWORD })).error).toBeNull();
  await other.stop();
  hook.closeAllConnections();
  hook.close();
  await remove();
});
