import { ADA, backend, clock, type OpenPage } from '@atrium/page-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { phone } from '../factors.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

/** Opens the page for a user with a phone who has entered the password. */
async function openPhone(): Promise<OpenPage> {
  knowPhone();
  return visit('/login/verify?next=/reports', 'aal1');
}

/** Id of Ada's phone. Call it after Ada was added. */
function knowPhone(): string {
  if (!backend.auth.hasAccount(ADA.email)) backend.auth.addPerson({ ...ADA, factors: [phone] });
  return backend.auth.factorsOf(ADA.email)[0]?.id ?? '';
}

const code = () => screen.findByLabelText('Code');
const sentCode = () => backend.auth.codeOf(ADA.email, 'phone');
const challengeRequests = () => sent(/\/challenge$/);

test('sends one code immediately, and another one on request', async () => {
  const page = await openPhone();
  expect(await screen.findByText('A code is on its way to your phone ending in 67.')).toBeVisible();
  expect(backend.auth.textMessages).toMatchObject([{ to: '+4915123456767' }]);
  expect(screen.getByText(/You can have another one sent in \d+ seconds\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await challengeRequests()).toHaveLength(1);
  await userEvent.type(await code(), `${await sentCode()}{Enter}`);
  await page.waitForPath('/reports');
});

test('can send another code after a minute', async () => {
  const page = await openPhone();
  await code();
  await clock.advance({ seconds: 60 });
  // The countdown follows the clock, but reads it only once a second.
  await waitFor(() => expect(screen.queryByText(/You can have another one sent/)).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  await screen.findByText(/You can have another one sent in \d+ seconds\./);
  expect(backend.auth.textMessages).toHaveLength(2);
  // The service accepts this code only for the second challenge.
  await userEvent.type(await code(), `${await sentCode()}{Enter}`);
  await page.waitForPath('/reports');
});

test('accepts the code that was sent before the browser discarded the page', async () => {
  const { unmount } = await openPhone();
  await code();
  unmount();
  await clock.advance({ seconds: 20 });
  const page = await openPhone();
  expect(await screen.findByText(/another one sent in (40|39|38) seconds\./)).toBeVisible();
  await userEvent.type(await code(), `${await sentCode()}{Enter}`);
  await page.waitForPath('/reports');
  expect(await challengeRequests()).toHaveLength(1);
});

test('accepts the code of the first phone after a look at the second one', async () => {
  backend.auth.addPerson({ ...ADA, factors: [phone, { ...phone, friendlyName: 'Other phone', phone: '+4915112312312' }] });
  const page = await visit('/login/verify?next=/reports', 'aal1');
  await code();
  const [first] = backend.auth.textMessages;
  await userEvent.click(screen.getByRole('button', { name: /ending in/ }));
  await waitFor(() => expect(backend.auth.textMessages).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: /ending in/ }));
  await userEvent.type(await code(), `${first?.code ?? ''}{Enter}`);
  await page.waitForPath('/reports');
});

test('does not use a challenge twice', async () => {
  const page = await openPhone();
  await userEvent.type(await code(), `${await sentCode()}{Enter}`);
  await page.waitForPath('/reports');
  cleanup();
  await openPhone();
  await code();
  expect(await challengeRequests()).toHaveLength(2);
});

test.each([
  ['of another factor', () => ({ factorId: 'another', challengeId: 'stored', expiresAt: 9e9, sentAt: 0 })],
  ['expired', (factorId: string) => ({ factorId, challengeId: 'stored', expiresAt: 1, sentAt: 0 })],
  ['malformed', (factorId: string) => ({ factorId, challengeId: 7 })],
])('sends a code when the stored challenge is %s', async (_, storedFor) => {
  sessionStorage.setItem(`atrium.account.sent-code.${knowPhone()}`, JSON.stringify(storedFor(knowPhone())));
  await openPhone();
  await screen.findByText(/A code is on its way/);
  expect((await challengeRequests()).map(({ path }) => path)).toEqual([`/factors/${knowPhone()}/challenge`]);
});

test.each([
  ['over_sms_send_rate_limit', 429, /sent a moment ago/],
  ['sms_send_failed', 422, /could not be sent/],
  ['mfa_phone_verify_not_enabled', 422, /no codes to phones/],
])('says that no code could be sent (%s), and offers another try', async (errorCode, status, text) => {
  failNext('challenge', { code: errorCode, status });
  await openPhone();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await code()).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('waits as long as the service asks before it sends another code', async () => {
  failNext('challenge', { code: 'over_sms_send_rate_limit', status: 429, retryAfterSeconds: 45 });
  await openPhone();
  expect(await screen.findByText(/another one sent in (45|44) seconds\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await challengeRequests()).toHaveLength(1);
});

test('offers another code as soon as the service allows one, although the last pause was to be longer', async () => {
  sessionStorage.setItem(`atrium.account.pause.phone-challenge.${knowPhone()}`, `${Date.now()} ${Date.now() + 60_000}`);
  failNext('challenge', { code: 'over_sms_send_rate_limit', status: 429, retryAfterSeconds: 0 });
  await openPhone();
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await code()).toBeVisible();
});

test('suggests another code after a wrong one', async () => {
  await openPhone();
  await code();
  failNext('verify', { code: 'mfa_verification_failed', status: 422 });
  await userEvent.type(await code(), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong or expired code. Have another one sent, and enter that.');
});
