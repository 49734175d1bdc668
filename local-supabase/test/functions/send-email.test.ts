import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, PASSWORD, temporaryDirectory } from '../backend.ts';

const functions = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));
const portSchema = v.object({ port: v.number() });
const mailsSchema = v.array(v.object({ from: v.string(), to: v.array(v.string()), subject: v.string(), html: v.string() }));

let backend: Backend;
let mailService: Server;
let mails: v.InferOutput<typeof mailsSchema>;
let directory: string;
let remove: () => Promise<void>;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return v.parse(portSchema, server.address()).port;
}

/** A free port, which the configuration needs before the backend starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
  mailService = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      mails = v.parse(mailsSchema, JSON.parse(body));
      response.end('{}');
    });
  });
  const mailPort = await listen(mailService);
  const port = await freePort();
  const secret = `v1,whsec_${btoa('a secret of the hook, 24 bytes')}`;
  // The unchanged function, with a fake mail service in its process.
  const entrypoint = path.join(directory, 'with-other-mail-service.ts');
  await writeFile(
    entrypoint,
    `const { fetch } = globalThis;
     globalThis.fetch = (_address, init) => fetch('http://127.0.0.1:${String(mailPort)}', init);
     await import('${path.join(functions, 'send-email/index.ts')}');`,
  );
  await writeFile(path.join(directory, '.env'), `SEND_EMAIL_HOOK_SECRET=${secret}\nSITE_URL=https://site.example\nMAIL_FROM="Atrium <no-reply@site.example>"\nRESEND_API_KEY=re_key\n`);
  const config = path.join(directory, 'config.toml');
  await writeFile(
    config,
    `[auth.email]
     enable_confirmations = true
     [auth.hook.send_email]
     enabled = true
     uri = "http://127.0.0.1:${String(port)}/functions/v1/send-email"
     secrets = "${secret}"
     [functions.send-email]
     verify_jwt = false
     entrypoint = "./with-other-mail-service.ts"`,
  );
  backend = await Backend.start('--memory', '--port', String(port), '--functions', functions, '--env-file', path.join(directory, '.env'), '--config', config);
});
afterAll(async () => {
  await backend.stop();
  mailService.closeAllConnections();
  mailService.close();
  await remove();
});

test('this repository’s function sends the mails of the auth service, and their links work', async () => {
  const client = backend.client();
  expect((await client.auth.signUp({ email: 'ada@example.com', password: PASSWORD })).error).toBeNull();
  expect(mails).toMatchObject([{ from: 'Atrium <no-reply@site.example>', to: ['ada@example.com'], subject: 'Confirm your email address' }]);
  const [link = ''] = /https:\/\/site\.example\/[^"\s]+/.exec(mails[0]?.html ?? '') ?? [];
  const hash = new URL(link.replaceAll('&amp;', '&')).searchParams.get('token_hash') ?? '';
  const { data, error } = await client.auth.verifyOtp({ token_hash: hash, type: 'email' });
  expect([error, data.user?.email]).toEqual([null, 'ada@example.com']);
});

test('only the auth service can make it send mails', async () => {
  mails = [];
  const response = await backend.fetch('/functions/v1/send-email', { method: 'POST', body: { user: { email: 'ada@example.com' } } });
  expect([response.status, mails]).toEqual([401, []]);
});
