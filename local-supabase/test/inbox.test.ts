import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addPhone, register } from './auth/authenticator.ts';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from './backend.ts';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, { email: { max_frequency: '0s' } });
  backend = await Backend.start('--memory', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

async function page(address: string): Promise<{ status: number; policy: string; html: string }> {
  const response = await fetch(backend.ready.inboxUrl + address);
  return { status: response.status, policy: response.headers.get('content-security-policy') ?? '', html: await response.text() };
}

async function askForReset(email: string): Promise<void> {
  await backend.client().auth.signUp({ email, password: PASSWORD });
  await backend.client().auth.resetPasswordForEmail(email);
}

test('an empty inbox explains itself', async () => {
  expect((await page('/')).html).toContain('No messages yet');
});

test('lists mails newest first and shows each with working links', async () => {
  await askForReset('first@example.com');
  await askForReset('second@example.com');
  const list = await page('/');
  expect(list.html.indexOf('second@example.com')).toBeLessThan(list.html.indexOf('first@example.com'));
  const message = await backend.newestMessage('second@example.com');
  expect(list.html).toContain(`href="/messages/${message.id}"`);
  const shown = await page(`/messages/${message.id}`);
  const link = (message.links[0] ?? '').replaceAll('&', '&#38;');
  expect(shown.html).toContain(`<a href="${link}" rel="noreferrer" target="_blank">`);
  expect(shown.html).toMatch(new RegExp(`<a href="/messages/${message.id}" aria-current="true">.*second@example.com`));
  expect(shown.html).toContain('first@example.com');
  expect(shown.html).toContain('<h1 dir="auto">Set a new password</h1>');
  expect(shown.html).toContain('lang="en"');
});

test('never runs scripts or loads remote resources of a message', async () => {
  const email = "<img/src=x>'@example.com";
  await askForReset("quote'&tag@example.com");
  const list = await page('/');
  expect(list.html).toContain('quote&#39;&#38;tag@example.com');
  expect(list.html).not.toContain(email);
  expect(list.policy).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(list.html).not.toMatch(/<script(?! src="\/inbox.js")|<style| style=| on\w+=/);
  const message = await backend.newestMessage("quote'&tag@example.com");
  const part = await page(`/messages/${message.id}/html`);
  expect(part.policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(list.html).toContain(`<iframe src="/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"`);
  expect(part.policy).toContain("default-src 'none'");
  expect(part.html).toContain('token_hash=');
});

test('a deleted message has a page that says so', async () => {
  expect(await page('/messages/0f4e6a1c-1111-4222-8333-444455556666')).toMatchObject({ status: 404 });
  expect(await page('/messages/not-an-id')).toMatchObject({ status: 404 });
});

test('tests can read and clear it as JSON', async () => {
  await askForReset('json@example.com');
  const message = await backend.newestMessage('JSON@example.com');
  const one = await fetch(`${backend.ready.inboxUrl}/api/messages/${message.id}`);
  expect(await one.json()).toMatchObject({ ...message, channel: 'email' });
  expect((await fetch(`${backend.ready.inboxUrl}/api/messages?to=json@example.com`, { method: 'DELETE' })).status).toBe(204);
  expect(await backend.messages('json@example.com')).toEqual([]);
  expect(await backend.messages('first@example.com')).toHaveLength(1);
});

test('refuses a foreign host name that resolves to this machine', async () => {
  const { hostname, port } = new URL(backend.ready.inboxUrl);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ hostname, port, path: '/api/messages', headers: { host: `eve.example:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('lists SMS with their codes, and finds them by number', async () => {
  await addPhone(backend, await register(backend, 'texted@example.com'), '+49 151 7654321');
  const text = /^Your code is (\d{6})$/;
  for (const to of ['+491517654321', '%2B491517654321', '491517654321', '%2B49+151+7654321']) {
    const response = await fetch(`${backend.ready.inboxUrl}/api/messages?to=${to}`);
    expect(await response.json()).toMatchObject({
      messages: [{ channel: 'sms', to: '+491517654321', text: expect.stringMatching(text), codes: [expect.stringMatching(/^\d{6}$/)], links: [] }],
    });
  }
  const message = await backend.newestMessage('+491517654321');
  expect(message.codes[0]).toBe(text.exec(message.text)?.[1]);
  expect((await page('/')).html).toMatch(new RegExp(`<a href="/messages/${message.id}"[^>]*><b dir="auto">${message.text}</b>`));
  expect((await page(`/messages/${message.id}`)).html).toContain(`<button type="button" data-copy="${message.codes[0] ?? ''}"`);
});

test('distinguishes the code of a mail from digits in its links', async () => {
  await askForReset('20260101@example.com');
  const message = await backend.newestMessage('20260101@example.com');
  expect(message.codes).toEqual([/Code: (\d+)$/.exec(message.text)?.[1]]);
});
