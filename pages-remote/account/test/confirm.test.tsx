import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, ada, CODE_GIVEN, mfa, OWES_CODE, resetAuth, setAuth, signIn } from '../../test/fake-auth.tsx';
import { app } from '../../test/factors.ts';
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
  '/auth/confirm#access_token=abc&refresh_token=def&token_type=bearer&type=recovery',
])('takes the secret of %s out of the address at once', async (address) => {
  await openPage(account, address);
  expect(window.location.href).toBe('http://localhost/auth/confirm');
});

test('goes on after a confirmation, to the account or to the page it was for', async () => {
  await openPage(account, '/auth/confirm?token_hash=abc&type=signup&next=http%3A%2F%2Flocalhost%2Freports');
  await proceed();
  await findPlace('/reports');
});

test('goes on to the page behind the address that the templates give', async () => {
  const next = 'http://localhost/auth/confirm?type=email&next=%2Fworkspace%2Fx%3Fa%3D1';
  await openPage(account, `/auth/confirm?${new URLSearchParams({ token_hash: 'abc', type: 'email', next }).toString()}`);
  await proceed();
  await findPlace('/workspace/x?a=1');
});

test.each([
  '//evil.example',
  'http://localhost/auth/confirm?type=email',
  'http://localhost/auth/confirm?next=http%3A%2F%2Fevil.example',
  'http://localhost/auth/confirm?next=%2Fauth%2Fconfirm%3Fnext%3D%2Freports',
  'http://evil.example/auth/confirm?next=%2Freports',
  '',
])(
  'goes to the account where there is no other page of the site to go on to (%j)',
  async (next) => {
    await openPage(account, `/auth/confirm?${new URLSearchParams({ token_hash: 'abc', type: 'email', next }).toString()}`);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  },
);

test('asks for the code of a second factor between a reset link and the new password', async () => {
  actions.redeemLink.mockImplementation(() => {
    signIn(ada, OWES_CODE);
    return Promise.resolve();
  });
  mfa.factors.mockResolvedValue([app]);
  mfa.challenge.mockResolvedValue({ factorId: app.id, challengeId: 'challenge', expiresAt: 0 });
  mfa.verify.mockImplementation(() => {
    setAuth({ assurance: CODE_GIVEN });
    return Promise.resolve();
  });
  actions.updatePassword.mockResolvedValue();
  await openPage(account, '/auth/confirm?token_hash=abc&type=recovery');
  await proceed();
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await userEvent.type(await screen.findByLabelText('New password'), 'a new horse{Enter}');
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
});

describe('a link that changes an address', () => {
  const changeLink = '/auth/confirm?token_hash=abc&type=email_change';

  test.each([
    ['in another browser', () => undefined],
    ['where the person is signed in', signIn],
  ])('says, when it is the first, that there is another (%s)', async (_, prepare) => {
    prepare();
    actions.redeemLink.mockResolvedValue();
    await openPage(account, changeLink);
    expect(screen.getByRole('heading', { name: 'Change your email' })).toBeVisible();
    await proceed();
    expect(await screen.findByRole('heading', { name: 'One more link to open' })).toHaveFocus();
    expect(screen.getByText(/sent to the other address as well/)).toBeVisible();
    expect(actions.redeemLink).toHaveBeenCalledWith({ tokenHash: 'abc', type: 'email_change' });
  });

  test.each([
    ['in another browser', () => undefined],
    ['where the person is signed in', signIn],
  ])('leads to the account when it is the second (%s)', async (_, prepare) => {
    prepare();
    actions.redeemLink.mockImplementation(() => {
      signIn({ ...ada, email: 'ada@lovelace.example' });
      return Promise.resolve();
    });
    await openPage(account, changeLink);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(screen.getByText('ada@lovelace.example')).toBeVisible();
  });

  test('is compared with the session that is still being read', async () => {
    setAuth({ status: 'starting' });
    const read = () => {
      signIn();
      return Promise.resolve();
    };
    actions.retryStart.mockImplementation(read);
    actions.redeemLink.mockImplementation(read);
    await openPage(account, changeLink);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'One more link to open' })).toBeVisible();
  });

  test('leads to another one when it is used up', async () => {
    actions.redeemLink.mockRejectedValue(actionError('redeemLink', { code: 'otp_expired', status: 403 }));
    await openPage(account, changeLink);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Ask for the change again' })).toHaveAttribute('href', '/account/email');
    expect(screen.getByText(/may be changed already/)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  test.each(['?type=email_change&message=Confirmation+link+accepted', '?type=email_change#message=Confirmation+link+accepted'])(
    'was redeemed by the service before it came here (%s)',
    async (rest) => {
      await openPage(account, `/auth/confirm${rest}`);
      expect(screen.getByRole('heading', { name: 'One more link to open' })).toBeVisible();
      expect(window.location.href).toBe('http://localhost/auth/confirm');
    },
  );
});

test('redeems a code of a hosted project', async () => {
  await openPage(account, '/auth/confirm?code=xyz&type=recovery');
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(actions.redeemLink).toHaveBeenCalledWith({ code: 'xyz' });
});

test('takes the session that a stock link brings, and leads to a password where none was chosen yet', async () => {
  await openPage(account, '/auth/confirm#access_token=abc&refresh_token=def&token_type=bearer&type=invite');
  expect(actions.redeemLink).not.toHaveBeenCalled();
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(actions.redeemLink).toHaveBeenCalledWith({ accessToken: 'abc', refreshToken: 'def' });
});

test('has a way to a password for people whose invitation is used up', async () => {
  await openPage(account, '/auth/confirm?type=invite#error=access_denied&error_code=otp_expired');
  expect(screen.getByRole('link', { name: 'Ask for a new reset link' })).toHaveAttribute('href', '/reset-password');
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
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
  await openPage(account, '/auth/confirm?token_hash=abc&type=signup&next=/reports');
  await proceed();
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Freports');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/ada@example.com/);
  expect(actions.resendConfirmation).toHaveBeenCalledWith('ada@example.com', '/reports');
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
