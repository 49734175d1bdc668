import { ADA, backend, type OpenPage } from '@atrium/page-kit/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLinks, confirmationLink, done, elsewhere, newestLink, resetLink, signedInElsewhere } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, STRANGER, visit } from '../visit.ts';

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

/** The bodies of the requests with which this browser redeemed links. */
const redeemed = async () => (await sent(/^\/(verify|token)$/)).map(({ body }) => body);

test('redeems a reset link only when the button is pressed, and asks for the new password', async () => {
  const tokenHash = await resetLink();
  const page = await visit(`/auth/confirm?token_hash=${tokenHash}&type=recovery`);
  expect(await redeemed()).toEqual([]);
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(await redeemed()).toMatchObject([{ token_hash: tokenHash, type: 'recovery' }]);
  expect(page.auth.state.user?.email).toBe(ADA.email);
});

test.each([
  '/auth/confirm?token_hash=abc&type=email&next=/reports',
  '/auth/confirm?code=abc&type=recovery',
  '/auth/confirm#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  '/auth/confirm?error=access_denied&error_code=otp_expired',
  '/auth/confirm#access_token=abc&refresh_token=def&token_type=bearer&type=recovery',
])('removes the secret of %s from the address immediately', async (address) => {
  await visit(address);
  expect(window.location.href).toBe('http://localhost/auth/confirm');
});

test('redeems the link that the shell moved out of the address', async () => {
  const tokenHash = await resetLink();
  await visit('/auth/confirm');
  const state = { usr: { mailedLink: { search: `token_hash=${tokenHash}&type=recovery`, hash: '' } } };
  window.history.replaceState(state, '', '/auth/confirm');
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  });
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(JSON.stringify(window.history.state)).not.toContain(tokenHash);
  await proceed();
  expect(await redeemed()).toMatchObject([{ token_hash: tokenHash, type: 'recovery' }]);
});

test('continues after a confirmation to the account, or to the page that the link names', async () => {
  const page = await visit(`/auth/confirm?token_hash=${await confirmationLink()}&type=signup&next=http%3A%2F%2Flocalhost%2Freports`, STRANGER);
  await proceed();
  await page.waitForPath('/reports');
});

test('asks for a password first when the database cleared the one that another browser set', async () => {
  backend.auth.addPerson(ADA);
  done(await (await signedInElsewhere()).updateUser({ data: { name: 'Ada', needs_password: true } }));
  done(await elsewhere().signInWithOtp({ email: ADA.email }));
  const page = await visit(`/auth/confirm?token_hash=${newestLink()}&type=email&next=%2Freports`);
  await proceed();
  expect(await screen.findByText(/entered in another browser before you confirmed this address no longer works/)).toBeVisible();
  await enterAndSubmit(screen.getByLabelText('New password'), 'a new horse');
  await userEvent.click(await screen.findByRole('link', { name: 'Continue' }));
  await page.waitForPath('/reports');
});

async function confirmOnTheWayTo(next: string): Promise<OpenPage> {
  const query = new URLSearchParams({ token_hash: await confirmationLink(), type: 'email', next });
  const page = await visit(`/auth/confirm?${query.toString()}`, STRANGER);
  await proceed();
  return page;
}

test('continues to the page inside the return address of the mail templates', async () => {
  const page = await confirmOnTheWayTo('http://localhost/auth/confirm?type=email&next=%2Fworkspace%2Fx%3Fa%3D1');
  await page.waitForPath('/workspace/x?a=1');
});

test.each([
  '//evil.example',
  'http://localhost/auth/confirm?type=email',
  'http://localhost/auth/confirm?next=http%3A%2F%2Fevil.example',
  'http://localhost/auth/confirm?next=%2Fauth%2Fconfirm%3Fnext%3D%2Freports',
  'http://evil.example/auth/confirm?next=%2Freports',
  '',
])('continues to the account when the link names no other page of the site (%j)', async (next) => {
  await confirmOnTheWayTo(next);
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
});

test('asks for the code of a second factor between a reset link and the new password', async () => {
  backend.auth.addPerson({ ...ADA, factors: [{ type: 'totp' }] });
  await visit(`/auth/confirm?token_hash=${await resetLink()}&type=recovery`);
  await proceed();
  await userEvent.type(await screen.findByLabelText('Code'), `${await backend.auth.codeOf(ADA.email)}{Enter}`);
  await enterAndSubmit(await screen.findByLabelText('New password'), 'a new horse');
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
});

describe('a link that changes the address', () => {
  const NEW = 'ada@lovelace.example';
  const placeOf = (tokenHash: string) => `/auth/confirm?token_hash=${tokenHash}&type=email_change`;

  test.each([
    ['in another browser', 'signed-out'],
    ['signed in', 'signed-in'],
  ] as const)('asks for the second link after the first (%s)', async (_, auth) => {
    const [first] = await changeLinks(NEW);
    await visit(placeOf(first), auth);
    expect(screen.getByRole('heading', { name: 'Change your email' })).toBeVisible();
    await proceed();
    expect(await screen.findByRole('heading', { name: 'One more link to open' })).toHaveFocus();
    expect(screen.getByText(/We also sent a link to the other address/)).toBeVisible();
    expect(await redeemed()).toMatchObject([{ token_hash: first, type: 'email_change' }]);
  });

  test.each([
    ['in another browser', 'signed-out'],
    ['signed in', 'signed-in'],
  ] as const)('confirms the change after the second (%s)', async (_, auth) => {
    const [first, second] = await changeLinks(NEW);
    done(await elsewhere().verifyOtp({ token_hash: first, type: 'email_change' }));
    await visit(placeOf(second), auth);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'Your email is changed' })).toHaveFocus();
    expect(screen.getByText(`You now log in with ${NEW}.`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account');
  });

  test('confirms the change when the link returns a session, even if this browser already knows the new address', async () => {
    backend.auth.addPerson(ADA);
    const { access_token, refresh_token } = await backend.auth.openSession(ADA.email);
    await visit(`/auth/confirm#${new URLSearchParams({ access_token, refresh_token, type: 'email_change' }).toString()}`, 'signed-in');
    await proceed();
    expect(await screen.findByRole('heading', { name: 'Your email is changed' })).toBeVisible();
  });

  test('waits for the session before it compares the addresses', async () => {
    const [first] = await changeLinks(NEW);
    const page = await visit(placeOf(first), 'starting');
    expect(page.auth.state).toMatchObject({ status: 'starting', user: null });
    await proceed();
    await page.auth.finishStart();
    expect(await screen.findByText(/^You are logged in as ada@example\.com\./)).toBeVisible();
    expect(await redeemed()).toEqual([]);
    await proceed();
    expect(await screen.findByRole('heading', { name: 'One more link to open' })).toBeVisible();
    expect(page.auth.state.user?.email).toBe(ADA.email);
  });

  test('offers a new change when it was used before', async () => {
    const [first] = await changeLinks(NEW);
    done(await elsewhere().verifyOtp({ token_hash: first, type: 'email_change' }));
    await visit(placeOf(first));
    await proceed();
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Request the change again' })).toHaveAttribute('href', '/account/email');
    expect(screen.getByText(/may already have changed/)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  test.each(['?type=email_change&message=Confirmation+link+accepted', '?type=email_change#message=Confirmation+link+accepted'])(
    'was redeemed by the service before it came here (%s)',
    async (rest) => {
      await visit(`/auth/confirm${rest}`);
      expect(screen.getByRole('heading', { name: 'One more link to open' })).toBeVisible();
      expect(window.location.href).toBe('http://localhost/auth/confirm');
    },
  );
});

test('redeems a code of a hosted project', async () => {
  const { unmount } = await visit('/reset-password');
  await enterAndSubmit(screen.getByLabelText('Email'), ADA.email);
  await screen.findByRole('status');
  const code = backend.auth.mails[0]?.code;
  unmount();
  const page = await visit(`/auth/confirm?code=${String(code)}&type=recovery`);
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(await redeemed()).toMatchObject([{ auth_code: code }]);
  expect(page.auth.state.user?.email).toBe(ADA.email);
});

test('uses the session in a stock link, and asks for a password when the account has none', async () => {
  backend.auth.addPerson(ADA);
  const { access_token, refresh_token } = await backend.auth.openSession(ADA.email);
  const fragment = new URLSearchParams({ access_token, refresh_token, token_type: 'bearer', type: 'invite' });
  const page = await visit(`/auth/confirm#${fragment.toString()}`);
  expect(page.auth.state.user).toBeNull();
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(page.auth.state.user?.id).toBe(ADA.id);
  expect(backend.auth.sessionsOf(ADA.id)).toHaveLength(1);
});

test('offers a password reset when an invitation was used before', async () => {
  await visit('/auth/confirm?type=invite#error=access_denied&error_code=otp_expired', { state: 'signed-out' });
  await enter(screen.getByLabelText('Email'), ADA.email);
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/ada@example.com/);
  expect(backend.auth.mails).toMatchObject([{ to: ADA.email, purpose: 'recovery' }]);
});

test('keeps the link for another try when the server is unreachable', async () => {
  await visit(`/auth/confirm?token_hash=${await resetLink()}&type=recovery`);
  failNext('redeemLink', { code: 'network' });
  await proceed();
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await proceed();
  expect(await screen.findByLabelText('New password')).toBeVisible();
});

test('explains a used reset link, and offers a new one', async () => {
  const link = await resetLink();
  done(await elsewhere().verifyOtp({ token_hash: link, type: 'recovery' }));
  await visit(`/auth/confirm?token_hash=${link}&type=recovery`);
  await proceed();
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
});

test('explains a used confirmation link, and sends a new one', async () => {
  const link = await confirmationLink();
  done(await elsewhere().resend({ type: 'signup', email: ADA.email }));
  await visit(`/auth/confirm?token_hash=${link}&type=signup&next=/reports`, STRANGER);
  await proceed();
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Freports');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/ada@example.com/);
  const redirectTo = 'http://localhost/auth/confirm?type=email&next=%2Freports';
  expect(backend.auth.mails.at(-1)).toMatchObject({ to: 'ada@example.com', purpose: 'signup', redirectTo, tokenHash: newestLink() });
});

test('explains a link that was requested in another browser', async () => {
  await visit('/auth/confirm?code=xyz&type=recovery');
  await proceed();
  expect(await screen.findByText(/only in the browser that requested it/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
});

test('explains a link that the service refused before it redirected here', async () => {
  await visit('/auth/confirm?type=recovery#error=access_denied&error_code=otp_expired');
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
});

test.each(['/auth/confirm', '/auth/confirm?token_hash=abc', '/auth/confirm?token_hash=abc&type=forged', '/auth/confirm?type=recovery'])(
  'says that %s holds no link',
  async (address) => {
    await visit(address);
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  },
);

test('leads to a password reset, too, when an address was confirmed in another browser', async () => {
  await visit('/auth/confirm?code=xyz&type=signup');
  await proceed();
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
});

test('leads to a password reset, too, when the link does not say what it was for', async () => {
  await visit('/auth/confirm');
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
});
