import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Factor } from '@atrium/page-kit/contract/auth';
import account from '../src/module.ts';
import { actionError, actions, ada, CODE_GIVEN, mfa, ONE_MEANS, OWES_CODE, resetAuth, setAuth, signIn, signOut } from '../../test/fake-auth.tsx';
import { app, phone } from '../../test/factors.ts';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
  sessionStorage.clear();
  mfa.challenge.mockImplementation((factorId) =>
    Promise.resolve({ factorId, challengeId: `challenge of ${factorId}`, expiresAt: Date.now() / 1000 + 300 }),
  );
  mfa.verify.mockImplementation(() => {
    setAuth({ assurance: CODE_GIVEN });
    return Promise.resolve();
  });
});

/** Opens the page as somebody who has given the password. */
async function openWith(factors: readonly Factor[], address = '/login/verify?next=/reports'): Promise<void> {
  signIn(ada, OWES_CODE);
  mfa.factors.mockResolvedValue(factors);
  await openPage(account, address);
}

const code = () => screen.findByLabelText('Code');
const verify = () => screen.getByRole('button', { name: 'Verify' });

test('asks for the code of an app, and goes on to where the person was going', async () => {
  await openWith([app]);
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(await code()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await code()).toHaveAttribute('inputmode', 'numeric');
  expect(mfa.challenge).not.toHaveBeenCalled();
  await userEvent.click(await code());
  await userEvent.paste('123 456');
  await userEvent.click(verify());
  await findPlace('/reports');
  expect(mfa.challenge).toHaveBeenCalledWith(app.id);
  expect(mfa.verify).toHaveBeenCalledWith({ factorId: app.id, challengeId: `challenge of ${app.id}`, code: '123456' });
});

test('comes between the log-in and the page that the person wanted', async () => {
  mfa.factors.mockResolvedValue([app]);
  actions.login.mockImplementation(() => {
    signIn(ada, OWES_CODE);
    return Promise.resolve(ada);
  });
  await openPage(account, '/login?next=/reports?tab=1');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await userEvent.type(await code(), '123456{Enter}');
  await findPlace('/reports?tab=1');
});

test.each([
  ['', 'Enter the code.'],
  ['12345', 'Enter all digits of the code, and nothing else.'],
  ['12345a', 'Enter all digits of the code, and nothing else.'],
])('does not send %j', async (typed, text) => {
  await openWith([app]);
  await userEvent.type(await code(), `${typed}{Enter}`);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(await code()).toHaveFocus();
  expect(mfa.challenge).not.toHaveBeenCalled();
});

test.each([
  ['mfa_verification_failed', 422, /not the right code/],
  ['mfa_challenge_expired', 422, /too old/],
  ['mfa_ip_address_mismatch', 422, /Get a new code/],
  ['otp_expired', 403, /wrong or too old/],
  ['over_request_rate_limit', 429, /Too many tries/],
])('says what to do about %s, and is ready for the next code', async (errorCode, status, text) => {
  mfa.verify.mockRejectedValueOnce(actionError('verify', { code: errorCode, status }));
  await openWith([app]);
  await userEvent.type(await code(), '111111');
  await userEvent.click(verify());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(await code()).toHaveFocus();
  expect(await code()).toHaveValue('111111');
  await userEvent.keyboard('123456{Enter}');
  await findPlace('/reports');
  expect(mfa.verify).toHaveBeenLastCalledWith(expect.objectContaining({ code: '123456' }));
  expect(mfa.challenge).toHaveBeenCalledTimes(2);
});

test('counts down after too many tries', async () => {
  mfa.challenge.mockRejectedValue(actionError('challenge', { code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 30 }));
  await openWith([app]);
  await userEvent.type(await code(), '123456{Enter}');
  expect(await screen.findByText(/You can try again in (30|29) s\./)).toBeVisible();
  await userEvent.click(verify());
  expect(mfa.challenge).toHaveBeenCalledTimes(1);
});

test('keeps the code where the service cannot be reached', async () => {
  mfa.challenge.mockRejectedValueOnce(actionError('challenge', { code: 'network', status: 0 }));
  await openWith([app]);
  await userEvent.type(await code(), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  expect(await code()).toHaveValue('123456');
});

test('offers the other factors, and sends no code before one is wanted', async () => {
  await openWith([phone, app]);
  expect(await screen.findByLabelText('Code')).toHaveAccessibleDescription(/authenticator app/);
  expect(mfa.challenge).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Use My phone instead' }));
  await screen.findByText(/A code is on its way/);
  expect(await code()).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Use Authenticator app instead' }));
  expect(await code()).toHaveFocus();
  await userEvent.type(await code(), '123456{Enter}');
  await findPlace('/reports');
  expect(mfa.verify).toHaveBeenCalledWith(expect.objectContaining({ factorId: app.id }));
});

test('says when the factors cannot be read, and tries again', async () => {
  signIn(ada, OWES_CODE);
  mfa.factors.mockRejectedValue(actionError('readFactors', { code: 'network', status: 0 }));
  await openPage(account, '/login/verify');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  mfa.factors.mockResolvedValue([app]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await code()).toBeVisible();
});

test('leads signed-out people to the log-in', async () => {
  await openPage(account, '/login/verify?next=/reports');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('next')).toBe('/reports');
});

test('waits for the session to be read', async () => {
  signIn(ada, OWES_CODE);
  setAuth({ status: 'starting' });
  mfa.factors.mockResolvedValue([app]);
  await openPage(account, '/login/verify');
  act(() => {
    setAuth({ status: 'ready' });
  });
  expect(await code()).toBeVisible();
});

test.each([
  ['has given a code', CODE_GIVEN, [app]],
  ['has no second factor', ONE_MEANS, []],
])('goes on with whoever %s', async (_, assurance, factors) => {
  signIn(ada, assurance);
  mfa.factors.mockResolvedValue(factors);
  await openPage(account, '/login/verify?next=/reports');
  await findPlace('/reports');
});

test('asks for a code that only the service knows to be owed', async () => {
  signIn(ada, ONE_MEANS);
  mfa.factors.mockResolvedValue([app]);
  await openPage(account, '/login/verify?next=/reports');
  expect(await code()).toBeVisible();
});

test('does not go round in circles when the factor was removed elsewhere', async () => {
  actions.logout.mockImplementation(() => {
    signOut();
    return Promise.resolve();
  });
  await openWith([{ ...app, status: 'unverified' }], '/login/verify?next=/account');
  expect(await screen.findByText(/no second factor any more/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
});

test.each(['//evil.example', 'https://evil.example/', '/login/verify?next=/login', '/login'])(
  'goes to the workspace instead of %j',
  async (next) => {
    signIn(ada, CODE_GIVEN);
    await openPage(account, `/login/verify?${new URLSearchParams({ next }).toString()}`);
    await findPlace('/workspace');
  },
);

test('lets people use another account', async () => {
  actions.logout.mockRejectedValueOnce(actionError('logout', { code: 'network', status: 0 }));
  await openWith([app]);
  await code();
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  actions.logout.mockImplementation(() => {
    signOut();
    return Promise.resolve();
  });
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  await waitFor(() => {
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/reports');
  });
});
