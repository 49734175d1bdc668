import { backend, clock, faults } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmationLink } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { nextPlace, sent, STRANGER, visit } from '../visit.ts';

async function fill(email: string, password: string): Promise<void> {
  await enter(screen.getByLabelText('Email'), email);
  await enter(screen.getByLabelText('Password'), password);
}

const submit = () => screen.getByRole('button', { name: 'Log in' });
const tries = () => sent('/token');

test('logs in and goes to the workspace', async () => {
  const page = await visit('/login');
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(document.title).toBe('Log in · Atrium');
  await userEvent.type(screen.getByLabelText('Email'), ' ada@example.com ');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await page.waitForPath('/workspace');
  expect(page.auth.state.user?.email).toBe('ada@example.com');
  expect((await tries()).map(({ body }) => body)).toMatchObject([{ email: 'ada@example.com', password: 'correct horse' }]);
});

test('supports password managers and touch keyboards', async () => {
  await visit('/login');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(screen.getByLabelText('Email')).toHaveAttribute('inputmode', 'email');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  await enter(screen.getByLabelText('Password'), 'secret');
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(screen.getByLabelText('Password')).toHaveValue('secret');
});

test('draws the logo of each provider after the form has appeared', async () => {
  await visit('/login');
  const button = screen.getByRole('button', { name: 'Continue with GitHub', hidden: true });
  await waitFor(() => expect(button.querySelector('path')).toBeInTheDocument());
});

test('checks empty fields before sending, and moves the focus to them', async () => {
  await visit('/login');
  await userEvent.click(submit());
  expect(screen.getByRole('group', { name: 'Check these fields' })).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter a password.');
  await userEvent.type(screen.getByLabelText('Email'), 'ada');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/whole email address/);
  await enter(screen.getByLabelText('Email'), '@example.com');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toBeValid();
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(await tries()).toEqual([]);
});

test('explains a wrong password and keeps the typed text', async () => {
  await visit('/login');
  await fill('ada@example.com', 'wrong');
  await userEvent.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/Wrong email or password/);
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

test.each([
  ['network', /no connection/],
  ['timeout', /too long/],
  ['user_banned', /blocked/],
  ['some_new_code', /^The server did not accept this/],
])('explains %s and keeps the typed text', async (code, text) => {
  await visit('/login');
  await fill('ada@example.com', 'correct horse');
  const failed = failNext('login', { code });
  await userEvent.click(submit());
  await failed();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
});

test('hides the message at the next try, but keeps its space, and sends one request at a time', async () => {
  await visit('/login');
  await fill('ada@example.com', 'wrong');
  await userEvent.click(submit());
  const message = await screen.findByRole('alert');
  const request = faults.hold({ action: 'login' });
  await userEvent.click(submit());
  await request.arrived;
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  // Otherwise the second click of a double click would hit another button.
  expect(screen.getByRole('alert', { hidden: true })).not.toBeVisible();
  expect(screen.getByRole('alert', { hidden: true })).toHaveTextContent(message.textContent);
  expect(submit()).toHaveAttribute('aria-busy', 'true');
  expect(submit()).toBeEnabled();
  await userEvent.click(submit());
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
  request.release();
  expect(await tries()).toHaveLength(2);
  // A new element, so that screen readers read it again.
  expect(await screen.findByRole('alert')).not.toBe(message);
});

test('does not show errors of another page', async () => {
  const page = await visit('/reset-password');
  failNext('resetPassword', { code: 'network' });
  await enterAndSubmit(screen.getByLabelText('Email'), 'ada@example.com');
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(page.auth.state.error).not.toBeNull();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['signOut', 'You were logged out in another tab.'],
  ['expire', 'Your session is no longer valid. Log in again.'],
] as const)('says why the session ended (%s)', async (end, text) => {
  const page = await visit('/login/verify', 'aal1');
  await page.auth[end]();
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

test('shows no message to visitors without an earlier session', async () => {
  await visit('/login');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each(['/login?next=/reports', '/register?next=/reports'])('%s asks users with a second factor for its code', async (address) => {
  await visit(address, 'aal1');
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(nextPlace()).toBe('/reports');
});

test('is usable while the sign-in starts, and keeps typed text when it is ready', async () => {
  const page = await visit('/login', { state: 'starting', person: null });
  await fill('ada@example.com', 'correct horse');
  await page.auth.finishStart();
  expect(page.auth.state).toMatchObject({ status: 'ready', loading: false });
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
});

test('waits for the sign-in before it redirects signed-in users', async () => {
  const page = await visit('/login?next=/account', 'starting');
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.auth.finishStart();
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
});

test('sends the confirmation mail again to an unconfirmed address', async () => {
  await confirmationLink();
  await visit('/login?next=/reports', STRANGER);
  await fill('ada@example.com', 'correct horse');
  await userEvent.click(submit());
  await userEvent.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/another email is on its way/);
  const redirectTo = 'http://localhost/auth/confirm?type=email&next=%2Freports';
  expect(backend.auth.mails.slice(1)).toMatchObject([{ to: 'ada@example.com', purpose: 'signup', redirectTo }]);
});

test('counts down until the service accepts another try', async () => {
  await visit('/login');
  await fill('ada@example.com', 'wrong');
  failNext('login', { code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 30 });
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const user = userEvent.setup({ advanceTimers: (time) => jest.advanceTimersByTime(time) });
    await user.click(submit());
    expect(await screen.findByText(/You can try again in (30|29|28) s\./)).toBeVisible();
    await user.click(submit());
    expect(await tries()).toHaveLength(1);
    await clock.advance({ seconds: 20 });
    expect(screen.getByText(/You can try again in (10|9|8|7|6) s\./)).toBeVisible();
    await clock.advance({ seconds: 10 });
    expect(screen.queryByText(/You can try again/)).not.toBeInTheDocument();
    await user.click(submit());
    expect(await tries()).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test('passes the next page on to the registration and the second factor', async () => {
  await visit('/login?next=/workspace/plans');
  expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register?next=%2Fworkspace%2Fplans');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeVisible();
});

test.each([
  ['/reports?tab=1#name', '/reports?tab=1#name'],
  ['//evil.example', '/workspace'],
])('takes signed-in users who were on their way to %s to %s', async (next, place) => {
  const page = await visit(`/login?${new URLSearchParams({ next }).toString()}`, 'signed-in');
  await page.waitForPath(place);
});
