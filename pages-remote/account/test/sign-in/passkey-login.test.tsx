import { backend, device, faults } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

const EMAIL = 'ada@example.com';
const button = () => screen.getByRole('button', { name: 'Use a passkey' });

/** Ada has a passkey on this device. */
function offerPasskey(factors: readonly { readonly type: 'totp' }[] = []): void {
  device.offerPasskeys();
  backend.auth.addPerson({ email: EMAIL, name: 'Ada', passkeys: [{ name: 'MacBook' }], factors });
  device.holdPasskeyOf(EMAIL);
}

/** Waits until the email field offers passkeys. */
async function suggestion(): Promise<void> {
  await waitFor(() => device.chooseSuggestedPasskey());
}

test('where the project allows no passkeys, none is requested; in a browser without them, the button says so', async () => {
  const page = await visit('/login');
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent('Passkeys do not work in this browser, or not at this address.');
  expect(await sent(/passkeys/)).toEqual([]);
  expect(page.auth.state.isAuthenticated).toBe(false);
});

test('a failure to suggest passkeys is not shown, and the button still works', async () => {
  offerPasskey();
  faults.next({ service: 'auth', path: '/passkeys/authentication/options', status: 429, code: 'over_request_rate_limit' });
  const page = await visit('/login', { state: 'signed-out', person: null });
  await waitFor(async () => expect(await sent('/passkeys/authentication/options')).toHaveLength(1));
  await userEvent.click(button());
  await page.waitForPath('/workspace');
});

test('while the code of a second factor is pending, no passkey is suggested', async () => {
  device.offerPasskeys();
  const page = await visit('/login/verify', { state: 'aal1', person: { email: EMAIL, name: 'Ada', passkeys: [{ name: 'MacBook' }], factors: [{ type: 'totp' }] } });
  await enter(await screen.findByLabelText('Code'), '12');
  expect(await sent(/passkeys/)).toEqual([]);
  expect(screen.getByLabelText('Code')).toHaveValue('12');
  expect(page.auth.state.assurance).toEqual({ currentLevel: 'aal1', nextLevel: 'aal2' });
});

test('the button logs in and opens the page that was wanted', async () => {
  offerPasskey();
  const page = await visit('/login?next=%2Faccount', { state: 'signed-out', person: null });
  await userEvent.click(button());
  await page.waitForPath('/account');
  expect(page.auth.state.user?.email).toBe(EMAIL);
  expect(page.auth.state.assurance.currentLevel).toBe('aal1');
});

test('the email field suggests passkeys, and a chosen one logs in', async () => {
  offerPasskey();
  const page = await visit('/login', { state: 'signed-out', person: null });
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await suggestion();
  await page.waitForPath('/workspace');
});

test('passkeys are suggested again after one that the service refused', async () => {
  offerPasskey();
  const page = await visit('/login', { state: 'signed-out', person: null });
  faults.next({ service: 'auth', path: '/passkeys/authentication/verify', status: 422, code: 'webauthn_verification_failed' });
  await suggestion();
  expect(await screen.findByRole('alert')).toBeVisible();
  await suggestion();
  await page.waitForPath('/workspace');
});

test('the button opens no second session while a suggested passkey logs in', async () => {
  offerPasskey();
  const page = await visit('/login', { state: 'signed-out', person: null });
  const request = faults.hold({ action: 'loginWithPasskey' });
  await suggestion();
  await request.arrived;
  await userEvent.click(button());
  request.release();
  await page.waitForPath('/workspace');
  expect(await sent('/passkeys/authentication/verify')).toHaveLength(1);
});

test('suggestions leave the form alone, and end when the visitor leaves', async () => {
  offerPasskey();
  const page = await visit('/login', { state: 'signed-out', person: null });
  await enter(screen.getByLabelText('Email'), 'typed@example.com');
  await waitFor(async () => expect(await sent('/passkeys/authentication/options')).not.toHaveLength(0));
  expect(page.auth.state.loading).toBe(false);
  expect(screen.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('aria-busy');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Reset your password' });
  await waitFor(() => expect(() => device.chooseSuggestedPasskey()).toThrow('No field'));
  expect(page.auth.state.error).toBeNull();
});

test('no error about passkeys is shown while the project cannot be reached', async () => {
  device.offerPasskeys();
  await visit('/login', 'failed');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await sent(/passkeys/)).toEqual([]);
});

test('a second factor is still asked for', async () => {
  offerPasskey([{ type: 'totp' }]);
  const page = await visit('/login', { state: 'signed-out', person: null });
  await userEvent.click(button());
  await page.waitForPath('/login/verify?next=%2Fworkspace');
});

test('a closed dialog is explained, what was typed stays, and the next try works', async () => {
  offerPasskey();
  const page = await visit('/login', { state: 'signed-out', person: null });
  await enter(screen.getByLabelText('Email'), 'typed@example.com');
  device.cancelNextPasskey();
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used. Try again, or log in another way.');
  expect(screen.getByLabelText('Email')).toHaveValue('typed@example.com');
  await suggestion();
  await page.waitForPath('/workspace');
});

test.each([
  ['webauthn_verification_failed', 'This passkey belongs to no account here. Perhaps it was removed. Log in another way.'],
  ['webauthn_challenge_expired', 'This took too long. Try again.'],
  ['passkey_disabled', 'Passkeys are turned off on this site. Log in another way.'],
  ['over_request_rate_limit', 'Too many attempts in a short time. Wait a little, then try again.'],
])('the refusal %s is explained', async (code, text) => {
  offerPasskey();
  await visit('/login', { state: 'signed-out', person: null });
  failNext('loginWithPasskey', { code });
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});
