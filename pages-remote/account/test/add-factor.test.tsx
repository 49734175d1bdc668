import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Assurance, Factor } from '@atrium/page-kit/contract/auth';
import account from '../src/module.ts';
import { actionError, ada, CODE_GIVEN, mfa, ONE_MEANS, resetAuth, signIn } from '../../test/fake-auth.tsx';
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

describe('the name', () => {
  const NAME_TAKEN = 'You have a second factor of this name already. Choose another name, then add it again.';
  const field = () => screen.getByLabelText('Name of the new one');

  test('is what the person typed, also on screen', async () => {
    await openWith([app]);
    await userEvent.type(field(), ' Work phone ');
    await press('Add authenticator app');
    await screen.findByRole('img');
    expect(mfa.enroll).toHaveBeenCalledWith({ type: 'totp', friendlyName: 'Work phone' });
    mfa.verify.mockResolvedValue();
    mfa.factors.mockResolvedValue([app, { ...app, id: 'second', friendlyName: 'Work phone' }]);
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove Work phone' })).toBeVisible();
    expect(screen.getByText(/^Work phone is added/)).toBeVisible();
    expect(field()).toHaveValue('');
  });

  test.each(['Add authenticator app', 'Add phone'])('that is taken is said at the field before anything is asked: %s', async (button) => {
    await openWith([{ ...app, friendlyName: 'Work phone' }]);
    await userEvent.type(field(), 'Work phone');
    await press(button);
    expect(screen.getByRole('alert')).toHaveTextContent(NAME_TAKEN);
    expect(field()).toHaveFocus();
    await press(button);
    expect(field()).toHaveFocus();
    expect(mfa.enroll).not.toHaveBeenCalled();
    await userEvent.type(field(), ' 2');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that the service refuses can be changed without typing the number again', async () => {
    mfa.enroll.mockRejectedValueOnce(actionError('enroll', { code: 'mfa_factor_name_conflict', status: 422 }));
    await openWith([]);
    await userEvent.type(field(), 'Work phone');
    await press('Add phone');
    await userEvent.type(screen.getByLabelText('Phone number'), '+49 151 23456767{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(NAME_TAKEN);
    expect(field()).toHaveValue('Work phone');
    expect(field()).toHaveFocus();
    await userEvent.type(field(), ' 2');
    await press('Add phone');
    expect(screen.getByLabelText('Phone number')).toHaveValue('+4915123456767');
    await press('Send code');
    expect(await screen.findByText(/A code is on its way/)).toBeVisible();
    expect(mfa.enroll).toHaveBeenLastCalledWith({ type: 'phone', friendlyName: 'Work phone 2', phone: '+4915123456767' });
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
