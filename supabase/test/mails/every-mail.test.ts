import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { startTestBackend, type TestBackend } from '../../../tools/backend/test-backends.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { sendEmailHook } from '../../functions/send-email/send-email-hook.ts';
import { clientOf, PASSWORD, type Client } from '../project.ts';
import { FakeMailService, linksOf } from './fake-mail-service.ts';
import { ENVIRONMENT } from './signed-request.ts';

const inboxSchema = v.object({ messages: v.array(v.object({ subject: v.string(), html: v.string() })) });

interface Mail {
  readonly subject: string;
  readonly html: string;
}

/** A project that sends its mails in one of the two ways. */
interface Project {
  client(): Client;
  /** The mails to an address, newest first. */
  mailsTo(address: string): Promise<readonly Mail[]>;
  stop(): Promise<void>;
}

function startBackend(config: string): Promise<TestBackend> {
  return startTestBackend(['--memory', '--no-rate-limits', '--site-url=https://site.example', `--config=${config}`]);
}

/** The auth service sends the texts of `supabase/config.toml` itself. */
async function withTemplates(): Promise<Project> {
  const backend = await startBackend(path.join(ROOT, 'supabase/config.toml'));
  return {
    client: () => clientOf(backend, backend.publishableKey),
    async mailsTo(address) {
      const answer = await fetch(`${backend.inboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
      return v.parse(inboxSchema, await answer.json()).messages;
    },
    stop: () => backend.stop(),
  };
}

/** The auth service calls the function `send-email`, as a hosted project does. */
async function withHook(): Promise<Project> {
  const mailService = new FakeMailService();
  const server = serve(sendEmailHook(ENVIRONMENT, mailService));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-hook-'));
  const file = path.join(folder, 'config.json');
  const hook = { enabled: true, uri: `http://127.0.0.1:${String(port)}`, secrets: ENVIRONMENT.SEND_EMAIL_HOOK_SECRET };
  await writeFile(file, JSON.stringify({ auth: { email: { enable_confirmations: true }, hook: { send_email: hook } } }));
  const backend = await startBackend(file);
  return {
    client: () => clientOf(backend, backend.publishableKey),
    mailsTo: (address) => Promise.resolve(mailService.mails.filter(({ to }) => to[0] === address).reverse()),
    async stop() {
      await backend.stop();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(handler: (request: Request) => Promise<Response>): Server {
  return createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const headers = new Headers(Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]));
      const answer = await handler(new Request('http://hook', { method: 'POST', headers, body: Buffer.concat(chunks).toString() }));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
}

describe.each([
  ['the templates', withTemplates],
  ['the hook', withHook],
])('mails from %s', (_, start) => {
  let project: Project;
  beforeAll(async () => {
    project = await start();
  });
  afterAll(() => project.stop());

  /** The token hash and type in the link of the newest mail to an address. */
  async function linkTo(address: string, subject: string): Promise<{ token_hash: string; type: 'email' | 'magiclink' | 'recovery' | 'email_change' }> {
    const [mail] = await project.mailsTo(address);
    expect(mail?.subject).toBe(subject);
    const [link] = linksOf(mail?.html ?? '');
    expect(link?.origin).toBe('https://site.example');
    expect(link?.pathname).toBe('/auth/confirm');
    return v.parse(
      v.pipe(v.object({ token_hash: v.string(), type: v.picklist(['email', 'magiclink', 'recovery', 'email_change']) })),
      Object.fromEntries(link?.searchParams ?? []),
    );
  }

  async function member(email: string): Promise<Client> {
    const client = project.client();
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull();
    expect((await client.auth.verifyOtp(await linkTo(email, 'Confirm your email address'))).error).toBeNull();
    return client;
  }

  test('the link that confirms a sign-up signs in, in any browser, and continues to the page that the user requested', async () => {
    const emailRedirectTo = 'https://site.example/auth/confirm?type=email&next=%2Fworkspace%2Fx';
    await project.client().auth.signUp({ email: 'new@example.com', password: PASSWORD, options: { emailRedirectTo } });
    const [link] = linksOf((await project.mailsTo('new@example.com'))[0]?.html ?? '');
    expect(link?.searchParams.get('next')).toBe(emailRedirectTo);
    const { data, error } = await project.client().auth.verifyOtp(await linkTo('new@example.com', 'Confirm your email address'));
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
  });

  test('the link of a reset allows setting a new password', async () => {
    await member('forgot@example.com');
    await project.client().auth.resetPasswordForEmail('forgot@example.com');
    const elsewhere = project.client();
    expect((await elsewhere.auth.verifyOtp(await linkTo('forgot@example.com', 'Reset your password'))).error).toBeNull();
    expect((await elsewhere.auth.updateUser({ password: 'a new horse battery' })).error).toBeNull();
  });

  test('a log-in link logs in', async () => {
    await member('magic@example.com');
    await project.client().auth.signInWithOtp({ email: 'magic@example.com' });
    const { data } = await project.client().auth.verifyOtp(await linkTo('magic@example.com', 'Your log-in link'));
    expect(data.session).not.toBeNull();
  });

  test('the code of a mail logs in too, on any device, and makes an account where there is none', async () => {
    const codeIn = ({ html }: Mail) => /<strong>(\d{6})<\/strong>/.exec(html)?.[1] ?? '';
    await member('code@example.com');
    for (const [email, subject] of [['code@example.com', 'Your log-in link'], ['newcomer@example.com', 'Confirm your email address']] as const) {
      await project.client().auth.signInWithOtp({ email, options: { data: { needs_password: true } } });
      const [mail] = await project.mailsTo(email);
      expect(mail?.subject).toBe(subject);
      const { data } = await project.client().auth.verifyOtp({ email, token: mail ? codeIn(mail) : '', type: 'email' });
      expect(data.user?.email).toBe(email);
    }
  });

  test.each([
    ['current mailbox first', true],
    ['new mailbox first', false],
  ])('an address changes after the links of both mails are opened (%s)', async (_order, currentFirst) => {
    const [email, changed] = [`old.${String(currentFirst)}@example.com`, `renewed.${String(currentFirst)}@example.com`];
    const client = await member(email);
    expect((await client.auth.updateUser({ email: changed })).error).toBeNull();
    const links = [await linkTo(email, 'Someone asked to change your email address'), await linkTo(changed, 'Confirm your new email address')] as const;
    const [first, second] = currentFirst ? links : [links[1], links[0]];
    const half = await project.client().auth.verifyOtp(first);
    expect([half.error, half.data.session]).toEqual([null, null]);
    const whole = await project.client().auth.verifyOtp(second);
    expect(whole.data.user?.email).toBe(changed);
  });

  test('the mail with a reauthentication code has no link', async () => {
    const client = await member('careful@example.com');
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const [mail] = await project.mailsTo('careful@example.com');
    expect(mail?.subject).toBe('Your confirmation code');
    expect(mail?.html).toMatch(/<strong>\d{6}<\/strong>/);
    expect(linksOf(mail?.html ?? '')).toEqual([]);
  });
});
