import { ADA, backend, clock, faults, type OpenPage } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { done, signedInElsewhere } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { app, phone, type NewFactor } from '../factors.ts';
import { nextPlace, sent, visit } from '../visit.ts';

/** Opens the page for a user who has entered the password. */
async function openWith(factors: readonly NewFactor[], address = '/login/verify?next=/reports'): Promise<OpenPage> {
  backend.auth.addPerson({ ...ADA, factors });
  return visit(address, 'aal1');
}

const code = () => screen.findByLabelText('Code');
const rightCode = () => backend.auth.codeOf(ADA.email);
const verify = () => screen.getByRole('button', { name: 'Verify' });
const challengeRequests = () => sent(/\/challenge$/);
const verifyRequests = () => sent(/^\/factors\/.*\/verify$/);

test('asks for the code of an app, and continues to the next page', async () => {
  const page = await openWith([app]);
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(await code()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await code()).toHaveAttribute('inputmode', 'numeric');
  expect(await challengeRequests()).toEqual([]);
  const right = await rightCode();
  await userEvent.type(await code(), `${right.slice(0, 3)} ${right.slice(3)}`);
  await userEvent.click(verify());
  await page.waitForPath('/reports');
  expect(await challengeRequests()).toHaveLength(1);
  expect((await verifyRequests()).map(({ body }) => body)).toMatchObject([{ code: right }]);
  expect(page.auth.state.assurance.currentLevel).toBe('aal2');
});

const arabic = (digits: string) => digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));

test.each([
  ['with a space', (right: string) => ` ${right.slice(0, 3)} ${right.slice(3)}\n`],
  ['with a hyphen', (right: string) => `${right.slice(0, 3)}-${right.slice(3)}`],
  ['in a message', (right: string) => `Your code is ${right}. It holds for 10 minutes, until 14:05.`],
  ['in Arabic digits', (right: string) => `رمزك هو \u2068${arabic(right)}\u2069.`],
])('accepts a code pasted %s, and submits it', async (_, written) => {
  const page = await openWith([app]);
  const right = await rightCode();
  await userEvent.type(await code(), '12');
  await userEvent.paste(written(right));
  expect(await code()).toHaveValue(right);
  await page.waitForPath('/reports');
  expect((await verifyRequests()).map(({ body }) => body)).toMatchObject([{ code: right }]);
});

test('accepts the digits of other scripts', async () => {
  const page = await openWith([app]);
  const right = await rightCode();
  await userEvent.type(await code(), arabic(right));
  await userEvent.click(verify());
  await page.waitForPath('/reports');
});

test('submits a typed code by itself, once', async () => {
  const page = await openWith([app]);
  await userEvent.type(await code(), await rightCode());
  await page.waitForPath('/reports');
  expect(await verifyRequests()).toHaveLength(1);
});

test('sends a code once that the user submits before the page does, also when it is wrong', async () => {
  await openWith([app]);
  await userEvent.type(await code(), '111111{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Wrong or expired code/);
  await clock.advance({ seconds: 2 });
  expect(await verifyRequests()).toHaveLength(1);
});

test('selects a wrong code, so that typing replaces it', async () => {
  await openWith([app]);
  const field = await screen.findByLabelText<HTMLInputElement>('Code');
  await userEvent.type(field, '111111{Enter}');
  await screen.findByRole('alert');
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  await userEvent.keyboard('2');
  expect(field).toHaveValue('2');
});

test('keeps the digits of what is typed or pasted, at most six', async () => {
  await openWith([app]);
  await userEvent.type(await code(), '12a-3');
  expect(await code()).toHaveValue('123');
  await userEvent.clear(await code());
  await userEvent.paste('123 or 45');
  expect(await code()).toHaveValue('12345');
  await userEvent.clear(await code());
  await userEvent.paste('1234567');
  expect(await code()).toHaveValue('123456');
});

test('comes between the log-in and the next page', async () => {
  backend.auth.addPerson({ ...ADA, factors: [app] });
  const page = await visit('/login?next=/reports?tab=1');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await enterAndSubmit(screen.getByLabelText('Password'), 'correct horse');
  expect(await code()).toHaveFocus();
  await userEvent.keyboard(`${await rightCode()}{Enter}`);
  await page.waitForPath('/reports?tab=1');
});

test.each([
  ['', 'Enter the code.'],
  ['12345', 'Enter all digits of the code, and nothing else.'],
])('does not send %j', async (typed, text) => {
  await openWith([app]);
  await userEvent.type(await code(), `${typed}{Enter}`);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(await code()).toHaveFocus();
  expect(await challengeRequests()).toEqual([]);
});

test.each([
  ['mfa_verification_failed', 422, /Wrong or expired code/],
  ['mfa_challenge_expired', 422, /too old/],
  ['mfa_ip_address_mismatch', 422, /Get a new code/],
  ['otp_expired', 403, /Wrong or expired code/],
  ['over_request_rate_limit', 429, /Too many attempts/],
])('explains %s, and is ready for the next code', async (errorCode, status, text) => {
  const page = await openWith([app]);
  failNext('verify', { code: errorCode, status });
  await userEvent.type(await code(), '111111');
  await userEvent.click(verify());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(await code()).toHaveFocus();
  expect(await code()).toHaveValue('111111');
  await userEvent.keyboard(await rightCode());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await page.waitForPath('/reports');
  expect(await challengeRequests()).toHaveLength(2);
});

test('counts down after too many tries', async () => {
  await openWith([app]);
  failNext('challenge', { code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 30 });
  await userEvent.type(await code(), '123456{Enter}');
  expect(await screen.findByText(/You can try again in (30|29) s\./)).toBeVisible();
  await userEvent.click(verify());
  expect(await challengeRequests()).toHaveLength(1);
});

test('keeps the code when the service is unreachable', async () => {
  await openWith([app]);
  failNext('challenge', { code: 'network' });
  await userEvent.type(await code(), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  expect(await code()).toHaveValue('123456');
});

test('tells phones apart by their names if their numbers end in the same digits', async () => {
  await openWith([app, phone, { ...phone, friendlyName: 'Work' }]);
  expect(await screen.findByRole('button', { name: 'Text a code to your phone ending in 67 (My phone)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Text a code to your phone ending in 67 (Work)' })).toBeVisible();
});

test('offers the other factors, and sends a code only when a phone is chosen', async () => {
  const page = await openWith([phone, app]);
  expect(await screen.findByLabelText('Code')).toHaveAccessibleDescription('Enter the six digits that your authenticator app shows now.');
  expect(await challengeRequests()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Text a code to your phone ending in 67' }));
  await screen.findByText(/A code is on its way/);
  expect(await code()).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Use your authenticator app' }));
  expect(await code()).toHaveFocus();
  await userEvent.type(await code(), `${await rightCode()}{Enter}`);
  await page.waitForPath('/reports');
});

test('accepts the code of any app', async () => {
  const page = await openWith([app, { ...app, friendlyName: 'Old tablet' }]);
  expect(await code()).toHaveAccessibleDescription('Enter the six digits from any of your authenticator apps.');
  expect(screen.queryByRole('button', { name: /instead/ })).not.toBeInTheDocument();
  await userEvent.type(await code(), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong or expired code.');
  expect(await challengeRequests()).toHaveLength(2);
  // The code of the app that is tried second.
  await userEvent.keyboard(`${await rightCode()}{Enter}`);
  await page.waitForPath('/reports');
  expect(await challengeRequests()).toHaveLength(4);
});

test('tries no other app when the code was refused for another reason', async () => {
  await openWith([app, { ...app, friendlyName: 'Old tablet' }]);
  failNext('verify', { code: 'over_request_rate_limit', status: 429 });
  await userEvent.type(await code(), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Too many attempts/);
  expect(await challengeRequests()).toHaveLength(1);
});

test('says when the factors cannot be loaded, and loads them again', async () => {
  backend.auth.addPerson({ ...ADA, factors: [app] });
  failNext('readFactors', { code: 'network' });
  await visit('/login/verify', 'aal1');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await code()).toBeVisible();
});

test('redirects signed-out visitors to the log-in', async () => {
  await visit('/login/verify?next=/reports');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe('/reports');
});

test('waits until the session is loaded', async () => {
  backend.auth.addPerson({ ...ADA, factors: [app] });
  const page = await visit('/login/verify', 'starting');
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await page.auth.finishStart();
  expect(await code()).toBeVisible();
});

test.each([
  ['has given a code', 'aal2'],
  ['has no second factor', 'signed-in'],
] as const)('continues immediately for a user who %s', async (_, state) => {
  const page = await visit('/login/verify?next=/reports', state);
  await page.waitForPath('/reports');
});

test('asks for a code that only the service knows is required', async () => {
  const page = await visit('/login/verify?next=/reports', 'starting');
  const factor = { id: crypto.randomUUID(), factor_type: 'totp', status: 'verified', created_at: '2026-03-01T10:00:00Z' };
  const respond = () => Response.json({ id: ADA.id, email: ADA.email, factors: [factor] });
  // Twice, because strict mode runs effects twice.
  faults.next({ action: 'readFactors', respond });
  faults.next({ action: 'readFactors', respond });
  await page.auth.finishStart();
  expect(await code()).toBeVisible();
  expect(page.auth.state.assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' });
});

test('does not loop when the factor was removed on another device', async () => {
  backend.auth.addPerson({ ...ADA, factors: [app] });
  const page = await visit('/login/verify?next=/account', 'starting');
  const other = await signedInElsewhere();
  for (const { id } of backend.auth.factorsOf(ADA.email)) done(await other.mfa.unenroll({ factorId: id }));
  await page.auth.finishStart();
  expect(await screen.findByText(/no longer uses two-step verification/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
});

test.each(['//evil.example', '/login/verify?next=/login'])(
  'goes to the workspace instead of %j',
  async (next) => {
    const page = await visit(`/login/verify?${new URLSearchParams({ next }).toString()}`, 'aal2');
    await page.waitForPath('/workspace');
  },
);

test('lets users switch to another account', async () => {
  await openWith([app]);
  await code();
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe('/reports');
});
