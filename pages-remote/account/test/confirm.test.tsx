import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, resetAuth, signIn } from '../../test/fake-auth.tsx';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
  actions.redeemLink.mockImplementation(() => {
    signIn();
    return Promise.resolve();
  });
});

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

test('redeems a reset link on a press, not before, and leads to the new password', async () => {
  await openPage(account, '/auth/confirm?token_hash=abc&type=recovery');
  expect(actions.redeemLink).not.toHaveBeenCalled();
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(actions.redeemLink).toHaveBeenCalledWith({ tokenHash: 'abc', type: 'recovery' });
});

test.each([
  '/auth/confirm?token_hash=abc&type=email&next=/reports',
  '/auth/confirm?code=abc&type=recovery',
  '/auth/confirm#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  '/auth/confirm?error=access_denied&error_code=otp_expired',
])('takes the secret of %s out of the address at once', async (address) => {
  await openPage(account, address);
  expect(window.location.href).toBe('http://localhost/auth/confirm');
});

test('goes on after a confirmation, to the account or to the page it was for', async () => {
  await openPage(account, '/auth/confirm?token_hash=abc&type=signup&next=http%3A%2F%2Flocalhost%2Freports');
  await proceed();
  await findPlace('/reports');
});

test.each(['//evil.example', 'http://localhost/auth/confirm?type=email', ''])(
  'goes to the account where there is no other page of the site to go on to (%j)',
  async (next) => {
    await openPage(account, `/auth/confirm?${new URLSearchParams({ token_hash: 'abc', type: 'email', next }).toString()}`);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  },
);

test('redeems a code of a hosted project', async () => {
  await openPage(account, '/auth/confirm?code=xyz&type=recovery');
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(actions.redeemLink).toHaveBeenCalledWith({ code: 'xyz' });
});

test('keeps the link for another try when the server cannot be reached', async () => {
  actions.redeemLink.mockRejectedValueOnce(actionError('redeemLink', { code: 'network', status: 0 }));
  await openPage(account, '/auth/confirm?token_hash=abc&type=recovery');
  await proceed();
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
});

test('explains a reset link that is used up, and leads to a new one', async () => {
  actions.redeemLink.mockRejectedValue(actionError('redeemLink', { code: 'otp_expired', status: 403 }));
  await openPage(account, '/auth/confirm?token_hash=abc&type=recovery');
  await proceed();
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Ask for a new reset link' })).toHaveAttribute('href', '/reset-password');
});

test('explains a confirmation link that is used up, and sends a new one', async () => {
  actions.redeemLink.mockRejectedValue(actionError('redeemLink', { code: 'otp_expired', status: 403 }));
  actions.resendConfirmation.mockResolvedValue();
  await openPage(account, '/auth/confirm?token_hash=abc&type=signup');
  await proceed();
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/ada@example.com/);
  expect(actions.resendConfirmation).toHaveBeenCalledWith('ada@example.com');
});

test('explains a link that belongs to another browser', async () => {
  actions.redeemLink.mockRejectedValue(actionError('redeemLink', { code: 'pkce_code_verifier_not_found' }));
  await openPage(account, '/auth/confirm?code=xyz&type=recovery');
  await proceed();
  expect(await screen.findByText(/only in the browser in which it was asked for/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new reset link' })).toBeVisible();
});

test('explains what the service refused before it came here', async () => {
  await openPage(account, '/auth/confirm?type=recovery#error=access_denied&error_code=otp_expired');
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
});

test.each(['/auth/confirm', '/auth/confirm?token_hash=abc', '/auth/confirm?token_hash=abc&type=forged', '/auth/confirm?type=recovery'])(
  'says that %s holds no link',
  async (address) => {
    await openPage(account, address);
    expect(screen.getByRole('heading', { name: 'There is no link here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new reset link' })).toBeVisible();
  },
);
