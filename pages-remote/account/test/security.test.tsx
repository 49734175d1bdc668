import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Assurance, Factor } from '@atrium/page-kit/contract/auth';
import account from '../src/module.ts';
import { actionError, actions, ada, CODE_GIVEN, mfa, ONE_MEANS, OWES_CODE, resetAuth, signIn, signOut } from '../../test/fake-auth.tsx';
import { app, phone } from '../../test/factors.ts';
import { openPage } from '../../test/open-page.tsx';

const QR = 'data:image/svg+xml;utf-8,%3Csvg%2F%3E';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DP';

beforeEach(() => {
  resetAuth();
  sessionStorage.clear();
  mfa.enroll.mockImplementation((input) =>
    Promise.resolve(
      input.type === 'totp'
        ? { type: 'totp', factorId: app.id, qrCode: QR, secret: SECRET }
        : { type: 'phone', factorId: phone.id, phone: input.phone },
    ),
  );
  mfa.challenge.mockImplementation((factorId) =>
    Promise.resolve({ factorId, challengeId: `challenge of ${factorId}`, expiresAt: Date.now() / 1000 + 300 }),
  );
});

async function openWith(factors: readonly Factor[], address = '/account/security'): Promise<void> {
  const assurance: Assurance = factors.length > 0 ? CODE_GIVEN : ONE_MEANS;
  signIn(ada, assurance);
  mfa.factors.mockResolvedValue(factors);
  await openPage(account, address);
  await screen.findByRole('button', { name: 'Add authenticator app' });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list', () => {
  test('is for signed-in people who have given their code', async () => {
    mfa.factors.mockResolvedValue([app]);
    signIn(ada, OWES_CODE);
    await openPage(account, '/account/security');
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/account/security');
  });

  test('says that there is none yet, and ignores what was never verified', async () => {
    await openWith([{ ...app, status: 'unverified' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    expect(screen.getByText('You have no second factor yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  });

  test('names each factor with its kind and date, and advises a spare while there is only one', async () => {
    await openWith([app]);
    const item = screen.getByRole('listitem');
    expect(within(item).getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
    expect(item).toHaveTextContent('Codes from an app, added Mar 1, 2026');
    expect(screen.getByText(/Add another one as a spare/)).toBeVisible();
  });

  test('has no advice for people with a spare', async () => {
    await openWith([phone, app]);
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Authenticator app');
    expect(second).toHaveTextContent('My phoneText messages to +4915123456767, added Apr 2, 2026');
    expect(screen.queryByText(/as a spare/)).not.toBeInTheDocument();
  });

  test('shows that it is being read, says when it cannot be, and is read again', async () => {
    let refuse: (error: Error) => void = () => undefined;
    mfa.factors.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
    signIn();
    await openPage(account, '/account/security');
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    refuse(actionError('readFactors', { code: 'timeout', status: 0 }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
    mfa.factors.mockResolvedValue([app]);
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Remove Authenticator app' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('an authenticator app', () => {
  test('is added with a QR code or its secret, and a first code', async () => {
    await openWith([]);
    await press('Add authenticator app');
    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toHaveAttribute('src', QR);
    expect(screen.getByRole('heading', { name: 'Add an authenticator app' })).toHaveFocus();
    expect(screen.getByRole('code')).toHaveTextContent(new RegExp(`^${SECRET}$`));
    mfa.verify.mockResolvedValue();
    mfa.factors.mockResolvedValue([app]);
    await userEvent.type(screen.getByLabelText('Code'), '123 456');
    await press('Verify');
    expect(await screen.findByRole('button', { name: 'Remove Authenticator app' })).toBeVisible();
    expect(screen.getByText('Authenticator app is added. You are asked for its code when you log in.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(mfa.enroll).toHaveBeenCalledWith({ type: 'totp', friendlyName: 'Authenticator app' });
    expect(mfa.verify).toHaveBeenCalledWith({ factorId: app.id, challengeId: `challenge of ${app.id}`, code: '123456' });
  });

  test('gets a name that is not taken', async () => {
    await openWith([app, { ...app, id: 'second', friendlyName: 'Authenticator app 2' }]);
    await press('Add authenticator app');
    await screen.findByRole('img');
    expect(mfa.enroll).toHaveBeenCalledWith({ type: 'totp', friendlyName: 'Authenticator app 3' });
  });

  test('stays on screen when the code is wrong', async () => {
    mfa.verify.mockRejectedValue(actionError('verify', { code: 'mfa_verification_failed', status: 422 }));
    await openWith([]);
    await press('Add authenticator app');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/not the right code/);
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.getByRole('img')).toBeVisible();
  });

  test('is not added when the person thinks better of it', async () => {
    await openWith([]);
    await press('Add authenticator app');
    await screen.findByRole('img');
    await press('Cancel');
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus();
  });

  test.each([
    ['too_many_enrolled_mfa_factors', 422, /Remove one first/],
    ['mfa_factor_name_conflict', 422, /Reload the page/],
    ['mfa_totp_enroll_not_enabled', 422, /takes no authenticator apps/],
    ['network', 0, /no connection/],
  ])('cannot be added: %s', async (code, status, text) => {
    mfa.enroll.mockRejectedValue(actionError('enroll', { code, status }));
    await openWith([]);
    await press('Add authenticator app');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Add authenticator app' })).toHaveFocus();
  });

  test('has its secret copied', async () => {
    const user = userEvent.setup();
    await openWith([]);
    await press('Add authenticator app');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(SECRET);
  });
});

describe('a phone', () => {
  test('is added with its number and the code that was sent to it', async () => {
    await openWith([]);
    await press('Add phone');
    expect(screen.getByLabelText('Phone number')).toHaveAttribute('autocomplete', 'tel');
    await userEvent.type(screen.getByLabelText('Phone number'), '0049 (151) 2345-6767{Enter}');
    expect(await screen.findByText('A code is on its way to your phone ending in 67.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    mfa.verify.mockResolvedValue();
    mfa.factors.mockResolvedValue([phone]);
    await userEvent.keyboard('654321{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove My phone' })).toBeVisible();
    expect(mfa.enroll).toHaveBeenCalledWith({ type: 'phone', friendlyName: 'Phone', phone: '+4915123456767' });
    expect(mfa.challenge).toHaveBeenCalledTimes(1);
    expect(mfa.verify).toHaveBeenCalledWith({ factorId: phone.id, challengeId: `challenge of ${phone.id}`, code: '654321' });
  });

  test.each([
    ['', 'Enter your phone number.'],
    ['0151 23456789', /whole number with its country code/],
    ['+49 call me', /whole number with its country code/],
  ])('is not sent a code as %j', async (number, text) => {
    await openWith([]);
    await press('Add phone');
    await userEvent.type(screen.getByLabelText('Phone number'), `${number}{Enter}`);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Phone number')).toHaveFocus();
    expect(mfa.enroll).not.toHaveBeenCalled();
  });

  test.each([
    ['mfa_verified_factor_exists', 422, /in your list already/],
    ['validation_failed', 400, /whole number with its country code/],
    ['timeout', 0, /too long/],
  ])('cannot be added: %s', async (code, status, text) => {
    mfa.enroll.mockRejectedValue(actionError('enroll', { code, status }));
    await openWith([]);
    await press('Add phone');
    await userEvent.type(screen.getByLabelText('Phone number'), '+4915123456767{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Phone number')).toHaveValue('+4915123456767');
  });

  test('is no longer offered where the service sends no codes', async () => {
    mfa.enroll.mockRejectedValue(actionError('enroll', { code: 'mfa_phone_enroll_not_enabled', status: 422 }));
    await openWith([]);
    await press('Add phone');
    await userEvent.type(screen.getByLabelText('Phone number'), '+4915123456767{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This site sends no codes to phones. Add an authenticator app instead.');
    expect(screen.queryByRole('button', { name: 'Add phone' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
  });
});

describe('removal', () => {
  test('asks first, in place, and the harmless answer has the focus', async () => {
    await openWith([app]);
    await press('Remove Authenticator app');
    expect(screen.getByText(/Your password alone is then enough/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Remove Authenticator app' })).toHaveFocus();
    expect(mfa.unenroll).not.toHaveBeenCalled();
  });

  test('takes the factor off the list', async () => {
    mfa.unenroll.mockResolvedValue();
    await openWith([app, phone]);
    await press('Remove My phone');
    expect(screen.getByText(/no longer log in with its codes/)).toBeVisible();
    await press('Yes, remove My phone');
    expect(await screen.findByText('My phone is removed.')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus();
    expect(mfa.unenroll).toHaveBeenCalledWith(phone.id);
  });

  test('says why it failed, and leads to the code where that is what was missing', async () => {
    mfa.unenroll.mockRejectedValue(actionError('unenroll', { code: 'insufficient_aal', status: 422 }));
    await openWith([app]);
    await press('Remove Authenticator app');
    await press('Yes, remove Authenticator app');
    expect(await screen.findByRole('alert')).toHaveTextContent(/enter the code of your second factor first/);
    expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Fsecurity');
    expect(screen.getByRole('listitem')).toHaveTextContent('Authenticator app');
  });
});

test('leads back to a page that needs a second factor', async () => {
  await openWith([], '/account/security?needs=aal2&next=/reports');
  expect(screen.getByText(/is for people with a second factor/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Go on' })).not.toBeInTheDocument();
  mfa.verify.mockResolvedValue();
  mfa.factors.mockResolvedValue([app]);
  await press('Add authenticator app');
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByRole('link', { name: 'Go on' })).toHaveAttribute('href', '/reports');
});

describe('the password', () => {
  test('is changed, and does not stay on screen', async () => {
    actions.updatePassword.mockResolvedValue();
    await openWith([app]);
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse');
    await press('Save password');
    expect(await screen.findByText('Your new password is saved.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'Password' })).toHaveFocus();
    expect(actions.updatePassword).toHaveBeenCalledWith('a new horse');
  });

  test('is kept in the field where a code is needed first', async () => {
    actions.updatePassword.mockRejectedValue(actionError('updatePassword', { code: 'insufficient_aal', status: 401 }));
    await openWith([]);
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
    expect(await screen.findByRole('link', { name: 'Enter your code' })).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('a new horse');
  });
});

describe('an end to all sessions', () => {
  test('leads to the log-in', async () => {
    actions.logout.mockImplementation(() => {
      signOut();
      return Promise.resolve();
    });
    await openWith([]);
    await press('Log out everywhere');
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(actions.logout).toHaveBeenCalledWith({ everywhere: true });
  });

  test('says when it cannot be reached', async () => {
    actions.logout.mockRejectedValue(actionError('logout', { code: 'network', status: 0 }));
    await openWith([]);
    await press('Log out everywhere');
    expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
    expect(screen.getByRole('button', { name: 'Log out everywhere' })).toHaveFocus();
  });
});
