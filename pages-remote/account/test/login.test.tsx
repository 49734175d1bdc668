import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, ada, mfa, OWES_CODE, resetAuth, setAuth, signIn } from '../../test/fake-auth.tsx';
import { app } from '../../test/factors.ts';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

async function fill(email: string, password: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
}

const submit = () => screen.getByRole('button', { name: 'Log in' });

test('logs in and goes to the workspace', async () => {
  actions.login.mockImplementation(() => {
    signIn();
    return Promise.resolve(ada);
  });
  await openPage(account, '/login');
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(document.title).toBe('Log in · Atrium');
  await fill(' ada@example.com ', 'correct horse{Enter}');
  await findPlace('/workspace');
  expect(actions.login).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'correct horse' });
});

test('helps password managers and keyboards', async () => {
  await openPage(account, '/login');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(screen.getByLabelText('Email')).toHaveAttribute('inputmode', 'email');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(screen.getByLabelText('Password')).toHaveValue('secret');
});

test('checks empty fields itself and leads to the first', async () => {
  await openPage(account, '/login');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter a password.');
  await userEvent.type(screen.getByLabelText('Email'), 'ada');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/whole email address/);
  await userEvent.type(screen.getByLabelText('Email'), '@example.com');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toBeValid();
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(actions.login).not.toHaveBeenCalled();
});

test.each([
  ['invalid_credentials', /do not belong together/],
  ['network', /no connection/],
  ['timeout', /too long/],
  ['user_banned', /blocked/],
  ['some_new_code', /^The server did not accept this/],
])('says what to do about %s and keeps what was typed', async (code, text) => {
  actions.login.mockRejectedValue(actionError('login', { code, message: 'Message of the service.' }));
  await openPage(account, '/login');
  await fill('ada@example.com', 'wrong');
  await userEvent.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

test('clears the message with the next try, and sends only one at a time', async () => {
  actions.login.mockRejectedValueOnce(actionError('login', { code: 'invalid_credentials' }));
  await openPage(account, '/login');
  await fill('ada@example.com', 'wrong');
  await userEvent.click(submit());
  await screen.findByRole('alert');
  actions.login.mockImplementation(() => new Promise(() => undefined));
  await userEvent.click(submit());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(submit()).toHaveAttribute('aria-busy', 'true');
  expect(submit()).toBeEnabled();
  await userEvent.click(submit());
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
  expect(actions.login).toHaveBeenCalledTimes(2);
});

test('does not show errors that belong to another page', async () => {
  setAuth({ error: 'An error occurred requesting password reset' });
  await openPage(account, '/login');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['elsewhere', 'You were logged out in another tab.'],
  ['revoked', 'Your session is no longer valid. Log in again.'],
] as const)('says why somebody is signed out (%s)', async (ended, text) => {
  setAuth({ ended });
  await openPage(account, '/login');
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

test('says nothing to people who were not signed in', async () => {
  await openPage(account, '/login');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each(['/login?next=/reports', '/register?next=/reports'])('%s asks people with a second factor for its code', async (address) => {
  signIn(ada, OWES_CODE);
  mfa.factors.mockResolvedValue([app]);
  await openPage(account, address);
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('next')).toBe('/reports');
});

test('is usable while the sign-in starts and loses nothing when it is ready', async () => {
  setAuth({ status: 'starting', loading: true });
  await openPage(account, '/login');
  await fill('ada@example.com', 'correct horse');
  act(() => {
    setAuth({ status: 'ready', loading: false });
  });
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
});

test('waits with signed-in people until the sign-in is ready', async () => {
  setAuth({ user: ada, isAuthenticated: true, status: 'starting' });
  await openPage(account, '/login?next=/account');
  act(() => {
    setAuth({ status: 'ready' });
  });
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
});

test('sends the confirmation mail again to those who need it', async () => {
  actions.login.mockRejectedValue(actionError('login', { code: 'email_not_confirmed' }));
  actions.resendConfirmation.mockResolvedValue();
  await openPage(account, '/login?next=/reports');
  await fill('ada@example.com', 'correct horse');
  await userEvent.click(submit());
  await userEvent.click(await screen.findByRole('button', { name: 'Send the mail again' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/another mail is on its way/);
  expect(actions.resendConfirmation).toHaveBeenCalledWith('ada@example.com', '/reports');
});

test('counts down until the service accepts another try', async () => {
  actions.login.mockRejectedValue(actionError('login', { code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 2 }));
  await openPage(account, '/login');
  await fill('ada@example.com', 'correct horse');
  jest.useFakeTimers();
  try {
    const user = userEvent.setup({ advanceTimers: (time) => jest.advanceTimersByTime(time) });
    await user.click(submit());
    expect(await screen.findByText('You can try again in 2 s.')).toBeVisible();
    await user.click(submit());
    expect(actions.login).toHaveBeenCalledTimes(1);
    act(() => {
      jest.advanceTimersByTime(1000);
    });
    expect(screen.getByText('You can try again in 1 s.')).toBeVisible();
    act(() => {
      jest.advanceTimersByTime(1000);
    });
    expect(screen.queryByText(/You can try again/)).not.toBeInTheDocument();
    await user.click(submit());
    expect(actions.login).toHaveBeenCalledTimes(2);
  } finally {
    jest.useRealTimers();
  }
});

test('carries where to go on to the other ways in', async () => {
  await openPage(account, '/login?next=/workspace/plans');
  expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register?next=%2Fworkspace%2Fplans');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeVisible();
});

test.each([
  ['/reports?tab=1#name', '/reports?tab=1#name'],
  ['reports', '/reports'],
  ['http://localhost/reports', '/reports'],
])('goes on to %s of this site', async (next, place) => {
  signIn();
  await openPage(account, `/login?${new URLSearchParams({ next }).toString()}`);
  await findPlace(place);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/login',
  'http://localhost:81/',
  'http://localhost@evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/.//evil.example',
  '/\t/evil.example',
  ' //evil.example',
  'http://',
  '',
])('never leaves the site for %j', async (next) => {
  signIn();
  await openPage(account, `/login?${new URLSearchParams({ next }).toString()}`);
  await findPlace('/workspace');
});
