import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sendEmailHook } from '../../functions/send-email/send-email-hook.ts';
import { FakeMailService } from './fake-mail-service.ts';
import { ENVIRONMENT, SECRETS, signedRequest } from './signed-request.ts';

const ADA = 'ada@example.com';

function request(type = 'recovery', more: object = {}): object {
  return {
    user: { id: '1', email: ADA, user_metadata: { name: 'Ada' } },
    email_data: { email_action_type: type, token: '123456', token_hash: 'abc', redirect_to: 'https://site.example/next', site_url: 'https://project.example', ...more },
  };
}

let service: FakeMailService;
let hook: (request: Request) => Promise<Response>;
let log: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service = new FakeMailService();
  hook = sendEmailHook(ENVIRONMENT, service);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('sends the mail to the mail service and returns an empty response', async () => {
  const answer = await hook(signedRequest(request()));
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([200, 'application/json', {}]);
  const [batch] = service.batches;
  expect(batch?.url).toBe('https://api.resend.com/emails/batch');
  expect(batch?.headers.get('authorization')).toBe('Bearer re_test');
  expect(batch?.mails).toMatchObject([{ from: 'Atrium <no-reply@site.example>', to: [ADA], subject: 'Reset your password' }]);
  expect(log).not.toHaveBeenCalled();
});

test('a retried mail keeps its idempotency key under a new id, and another mail has another key', async () => {
  await hook(signedRequest(request(), { id: 'first-try' }));
  await hook(signedRequest(request(), { id: 'second-try' }));
  await hook(signedRequest(request('recovery', { token: '654321' })));
  const [first, second, other] = service.batches.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBe(createHash('sha256').update(JSON.stringify(request())).digest('hex'));
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

describe('accepts a request', () => {
  test.each([
    ['signed with the older secret', { secrets: SECRETS.slice(0, 1) }],
    ['signed with the newer secret', { secrets: SECRETS.slice(1) }],
    ['with several signatures, as the auth service writes them', { secrets: [btoa('of another project'), ...SECRETS], between: ', ' }],
    ['with several signatures, as the specification writes them', { secrets: [btoa('of another project'), ...SECRETS], between: ' ' }],
    ['that took almost five minutes', { time: Math.floor(Date.now() / 1000) - 290 }],
  ])('%s', async (_, signing) => {
    expect((await hook(signedRequest(request(), signing))).status).toBe(200);
    expect(service.mails).toHaveLength(1);
  });
});

describe('refuses a request', () => {
  function changed(change: (headers: Headers) => void, body?: object): Request {
    const signed = signedRequest(request());
    const headers = new Headers(signed.headers);
    change(headers);
    return new Request(signed.url, { method: 'POST', headers, body: JSON.stringify(body ?? request()) });
  }
  const nothing = (): void => undefined;

  test.each<[string, () => Request]>([
    ['without a signature', () => changed((headers) => { headers.delete('webhook-signature'); })],
    ['without an id', () => changed((headers) => { headers.delete('webhook-id'); })],
    ['without a time', () => changed((headers) => { headers.delete('webhook-timestamp'); })],
    ['with another id', () => changed((headers) => { headers.set('webhook-id', 'another'); })],
    ['with a later time', () => changed((headers) => { headers.set('webhook-timestamp', String(Number(headers.get('webhook-timestamp')) + 1)); })],
    ['with an invalid time', () => signedRequest(request(), { time: 'NaN' })],
    ['with another body', () => changed(nothing, { ...request(), user: { email: 'eve@example.com' } })],
    ['signed with another secret', () => signedRequest(request(), { secrets: [btoa('a secret of someone else')] })],
    ['with an asymmetric signature', () => changed((headers) => { headers.set('webhook-signature', (headers.get('webhook-signature') ?? '').replace('v1,', 'v1a,')); })],
    ['that is older than five minutes', () => signedRequest(request(), { time: Math.floor(Date.now() / 1000) - 310 })],
    ['from the future', () => signedRequest(request(), { time: Math.floor(Date.now() / 1000) + 310 })],
  ])('%s', async (_, make) => {
    const answer = await hook(make());
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { http_code: 401 } });
    expect(service.batches).toEqual([]);
  });

  test('that was sent before, but not one that only looks similar', async () => {
    const again = signedRequest(request());
    expect((await hook(again.clone())).status).toBe(200);
    expect((await hook(again)).status).toBe(401);
    expect((await hook(signedRequest(request()))).status).toBe(200);
    expect(service.batches).toHaveLength(2);
  });

  test('by another method', async () => {
    expect((await hook(new Request('https://project.example/functions/v1/send-email'))).status).toBe(405);
  });
});

describe('reports to the auth service that no mail was sent, in a form that it passes on to the user', () => {
  async function refusalOf(payload: unknown): Promise<string> {
    const answer = await hook(signedRequest(payload));
    expect(answer.status).toBe(200);
    const body: unknown = await answer.json();
    expect(body).toEqual({ error: { http_code: 500, message: expect.stringMatching(/^The mail /) } });
    return JSON.stringify([body, log.mock.calls]);
  }

  test.each([
    ['refuses it', () => Promise.resolve(Response.json({ message: `${ADA} is on a list`, name: 'validation_error' }, { status: 422 })), 'Resend responded with status 422'],
    ['cannot be reached', () => Promise.reject(new TypeError(`fetch failed for ${ADA}`)), 'Resend did not respond'],
  ])('when the mail service %s', async (_, answer, logged) => {
    service.answer = answer;
    const reported = await refusalOf(request());
    expect(reported).toContain('Try again in a few minutes');
    expect(log).toHaveBeenCalledWith(`send-email: ${logged}`);
    expect(reported).not.toMatch(/ada|re_test|abc/);
  });

  test.each([
    ['of an unknown kind', request('greeting')],
    ['without data', { user: { email: ADA } }],
    ['that is not an object', 'mail'],
    ['without a recipient', { ...request(), user: { email: '' } }],
    ['to a missing new address', request('email_change')],
  ])('when it is one %s', async (_, payload) => {
    expect(await refusalOf(payload)).not.toContain(ADA);
    expect(service.batches).toEqual([]);
  });
});

test.each([
  ['SEND_EMAIL_HOOK_SECRET', undefined],
  ['SEND_EMAIL_HOOK_SECRET', 'whsec_short'],
  ['SEND_EMAIL_HOOK_SECRET', `${ENVIRONMENT.SEND_EMAIL_HOOK_SECRET}|`],
  ['SITE_URL', 'site.example'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['MAIL_FROM', 'Atrium'],
  ['MAIL_FROM', 'a@site.example\r\nBcc: eve@example.com'],
  ['MAIL_PROVIDER', 'pigeon'],
  ['RESEND_API_KEY', ''],
])('responds to every request with the name of an invalid setting: %s=%j', async (name, value) => {
  hook = sendEmailHook({ ...ENVIRONMENT, [name]: value }, service);
  const answer = await hook(signedRequest(request()));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: { http_code: 500, message: expect.stringContaining(`${name} is missing or wrong`) } });
  expect(log).toHaveBeenCalledWith(expect.stringContaining(name));
  expect(service.batches).toEqual([]);
});
