import { ADA, backend, faults } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter, enterAndSubmit } from '../enter.ts';
import { app } from '../factors.ts';
import { failNext } from '../failures.ts';
import { openSecurity } from './security-page.ts';
import { sent } from '../visit.ts';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** The bodies of the enrolment requests. */
const enrolled = async () => (await sent('/factors')).map(({ body }) => body);

const OPEN = 'Open in an app on this device';

afterEach(() => jest.restoreAllMocks());

/** The newest factor in the backend. */
const newest = () => backend.auth.factorsOf(ADA.email).at(-1);

/** The code of the newest app, with another first digit. */
async function wrongCode(): Promise<string> {
  const code = await backend.auth.codeOf(ADA.email);
  return `${(Number(code[0]) + 5) % 10}${code.slice(1)}`;
}

describe('an authenticator app', () => {
  test('is added with a QR code or its secret, and a first code', async () => {
    const page = await openSecurity([]);
    await press('Add an authenticator app');
    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml;utf-8,%3Csvg/));
    expect(screen.getByRole('heading', { name: 'Add an authenticator app' })).toHaveFocus();
    expect(screen.queryByText('Two-step verification is off.')).not.toBeInTheDocument();
    expect(screen.getByRole('code')).toHaveTextContent(new RegExp(`^${String(newest()?.secret)}$`));
    const code = await backend.auth.codeOf(ADA.email);
    await userEvent.type(screen.getByLabelText('Code'), `${code.slice(0, 3)}-${code.slice(3)}`);
    await press('Verify');
    expect(await screen.findByRole('button', { name: 'More actions for Authenticator app' })).toBeVisible();
    expect(screen.getByText('Authenticator app is added. You are asked for its code when you log in.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(newest()).toMatchObject({ type: 'totp', friendlyName: 'Authenticator app', status: 'verified' });
    expect(page.auth.state.assurance).toEqual({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect((await sent(/\/verify$/)).map(({ body }) => body)).toMatchObject([{ code }]);
  });

  test('is listed as soon as it is verified, before the list could be loaded again', async () => {
    await openSecurity([]);
    await press('Add an authenticator app');
    await screen.findByRole('img');
    const reading = faults.hold({ action: 'readFactors' });
    await userEvent.type(screen.getByLabelText('Code'), await backend.auth.codeOf(ADA.email));
    await press('Verify');
    expect(await screen.findByRole('button', { name: 'More actions for Authenticator app' })).toBeVisible();
    expect(screen.queryByText('Two-step verification is off.')).not.toBeInTheDocument();
    reading.release();
  });

  test('gets a name that no other factor has', async () => {
    await openSecurity([app, { type: 'totp', friendlyName: 'Authenticator app 2' }]);
    await press('Add another method');
    await press('Add an authenticator app');
    await screen.findByRole('img');
    expect(await enrolled()).toMatchObject([{ factor_type: 'totp', friendly_name: 'Authenticator app 3' }]);
  });

  test('can run on this device, which receives the secret by a link that is stored nowhere', async () => {
    jest.spyOn(window, 'matchMedia').mockReturnValue({ ...matchMedia(''), matches: true });
    await openSecurity([]);
    const before = window.history.length;
    await press('Add an authenticator app');
    const link = await screen.findByRole('link', { name: OPEN });
    const address = new URL(link.getAttribute('href') ?? '');
    expect(address.href).toMatch(/^otpauth:\/\/totp\/Atrium:ada%40example\.com\?/);
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: newest()?.secret, issuer: 'Atrium' });
    expect(window.history).toHaveLength(before);
    expect(window.location.href).not.toContain(String(newest()?.secret));
    // It cannot scan its own screen.
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    await press('Show a QR code for another device');
    expect(screen.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  });

  test('is added in three steps, which replace the rest of the page', async () => {
    await openSecurity([]);
    await press('Add an authenticator app');
    expect((await screen.findAllByRole('heading', { level: 4 })).map(({ textContent }) => textContent)).toEqual([
      'Get an authenticator app',
      'Scan the QR code with the app',
      'Enter the code that the app shows',
    ]);
    expect(screen.queryByRole('heading', { name: 'Devices' })).not.toBeInTheDocument();
    await press('Cancel');
    expect(await screen.findByRole('heading', { name: 'Devices' })).toBeVisible();
  });

  test('stays on screen when the code is wrong', async () => {
    await openSecurity([]);
    await press('Add an authenticator app');
    await enterAndSubmit(await screen.findByLabelText('Code'), await wrongCode());
    expect(await screen.findByRole('alert')).toHaveTextContent(/Wrong or expired code/);
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.getByRole('img')).toBeVisible();
  });

  test('is not added when the user cancels', async () => {
    await openSecurity([]);
    await press('Add an authenticator app');
    await screen.findByRole('img');
    await press('Cancel');
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus();
    expect(newest()?.status).toBe('unverified');
  });

  test.each([
    ['too_many_enrolled_mfa_factors', 422, /Remove one first/],
    ['mfa_totp_enroll_not_enabled', 422, /Authenticator apps are turned off/],
    ['network', 0, /no connection/],
  ])('cannot be added: %s', async (code, status, text) => {
    await openSecurity([]);
    failNext('enroll', { code, status });
    await press('Add an authenticator app');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Add an authenticator app' })).toHaveFocus();
  });

  test('lets the user copy its secret', async () => {
    const user = userEvent.setup();
    await openSecurity([]);
    await press('Add an authenticator app');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus();
    expect(screen.getByText('Copied', { selector: '[role=status]' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(newest()?.secret);
  });
});

describe('the name', () => {
  const NAME_TAKEN = 'You have a method of this name already. Choose another name, then add it again.';
  const field = () => screen.getByLabelText('Name of the new device (optional)');

  test('is the typed one, in the backend and on screen', async () => {
    await openSecurity([app]);
    await press('Add another method');
    expect(field()).toHaveFocus();
    await enter(field(), ' Work phone ');
    await press('Add an authenticator app');
    await screen.findByRole('img');
    expect(screen.getByRole('heading', { name: 'Add “Work phone”' })).toHaveFocus();
    // The new app is on another device than the first one.
    expect(screen.queryByRole('link', { name: OPEN })).not.toBeInTheDocument();
    expect(await enrolled()).toMatchObject([{ factor_type: 'totp', friendly_name: 'Work phone' }]);
    await enterAndSubmit(screen.getByLabelText('Code'), await backend.auth.codeOf(ADA.email));
    expect(await screen.findByRole('button', { name: 'More actions for Work phone' })).toBeVisible();
    expect(screen.getByText('Work phone is added. When you log in, one code is enough, from whichever device you have at hand.')).toBeVisible();
    await press('Add another method');
    expect(field()).toHaveValue('');
  });

  test.each(['Add an authenticator app', 'Add a phone'])('is refused at the field without a request when another factor has it: %s', async (button) => {
    await openSecurity([{ ...app, friendlyName: 'Work phone' }]);
    await press('Add another method');
    await enter(field(), 'Work phone');
    await press(button);
    expect(screen.getByRole('alert')).toHaveTextContent(NAME_TAKEN);
    expect(field()).toHaveFocus();
    await press(button);
    expect(field()).toHaveFocus();
    expect(await enrolled()).toEqual([]);
    await enter(field(), ' 2');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is asked for only when there is another factor, or when the service knows one', async () => {
    await openSecurity([]);
    expect(screen.queryByLabelText('Name of the new device (optional)')).not.toBeInTheDocument();
    failNext('enroll', { code: 'mfa_factor_name_conflict', status: 422 });
    await press('Add an authenticator app');
    expect(await screen.findByRole('alert')).toHaveTextContent(NAME_TAKEN);
    expect(field()).toHaveFocus();
  });

  test('can be changed after the service refused it, without typing the number again', async () => {
    await openSecurity([app]);
    await press('Add another method');
    await enter(field(), 'Work phone');
    await press('Add a phone');
    failNext('enroll', { code: 'mfa_factor_name_conflict', status: 422 });
    await enterAndSubmit(screen.getByLabelText('Phone number'), '+49 151 23456767');
    expect(await screen.findByRole('alert')).toHaveTextContent(NAME_TAKEN);
    expect(field()).toHaveValue('Work phone');
    expect(field()).toHaveFocus();
    await enter(field(), ' 2');
    await press('Add a phone');
    expect(screen.getByLabelText('Phone number')).toHaveValue('+4915123456767');
    await press('Send code');
    expect(await screen.findByText(/A code is on its way/)).toBeVisible();
    expect((await enrolled()).at(-1)).toMatchObject({ factor_type: 'phone', friendly_name: 'Work phone 2', phone: '+4915123456767' });
  });
});

describe('the choice', () => {
  test('describes each kind', async () => {
    await openSecurity([]);
    expect(screen.getByRole('button', { name: 'Add an authenticator app' })).toHaveAccessibleDescription('Recommended: an app on your phone shows you codes.');
    expect(screen.getByRole('button', { name: 'Add a phone' })).toHaveAccessibleDescription('You get codes by text message.');
  });

  test('recommends a spare only after the first factor', async () => {
    await openSecurity([]);
    expect(screen.queryByText(/Add a spare/)).not.toBeInTheDocument();
    await press('Add an authenticator app');
    await enterAndSubmit(await screen.findByLabelText('Code'), await backend.auth.codeOf(ADA.email));
    expect(await screen.findByText('Add a spare, so that you get in even if you lose your phone.')).toBeVisible();
  });
});

describe('a phone', () => {
  test('is added with its number and the code sent to it', async () => {
    await openSecurity([]);
    await press('Add a phone');
    expect(screen.getByLabelText('Phone number')).toHaveAttribute('autocomplete', 'tel');
    await enterAndSubmit(screen.getByLabelText('Phone number'), '0049 (151) 2345-6767');
    expect(await screen.findByText('A code is on its way to +4915123456767.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await userEvent.keyboard(`${await backend.auth.codeOf(ADA.email, 'phone')}{Enter}`);
    expect(await screen.findByRole('button', { name: 'More actions for Phone' })).toBeVisible();
    expect(await enrolled()).toMatchObject([{ factor_type: 'phone', friendly_name: 'Phone', phone: '+4915123456767' }]);
    expect(backend.auth.textMessages.map(({ to }) => to)).toEqual(['+4915123456767']);
    expect(newest()).toMatchObject({ type: 'phone', status: 'verified' });
  });

  test.each([
    ['', 'Enter your phone number.'],
    ['0151 23456789', /whole number with its country code/],
    ['+49 call me', /whole number with its country code/],
  ])('is not sent a code as %j', async (number, text) => {
    await openSecurity([]);
    await press('Add a phone');
    await enterAndSubmit(screen.getByLabelText('Phone number'), number);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Phone number')).toHaveFocus();
    expect(await enrolled()).toEqual([]);
  });

  test.each([
    ['mfa_verified_factor_exists', 422, /in your list already/],
    ['validation_failed', 400, /whole number with its country code/],
    ['timeout', 0, /too long/],
  ])('cannot be added: %s', async (code, status, text) => {
    await openSecurity([]);
    await press('Add a phone');
    const failed = failNext('enroll', { code, status });
    await enterAndSubmit(screen.getByLabelText('Phone number'), '+4915123456767');
    await failed();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Phone number')).toHaveValue('+4915123456767');
  });

  test('is no longer offered when the project sends no text messages', async () => {
    await openSecurity([]);
    await press('Add a phone');
    failNext('enroll', { code: 'mfa_phone_enroll_not_enabled', status: 422 });
    await enterAndSubmit(screen.getByLabelText('Phone number'), '+4915123456767');
    expect(await screen.findByRole('alert')).toHaveTextContent('This site sends no codes to phones. Add an authenticator app instead.');
    expect(screen.queryByRole('button', { name: 'Add a phone' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
  });
});

test('links back to the page that needs a second factor', async () => {
  await openSecurity([], '/account/security?needs=aal2&next=/reports');
  expect(screen.getByText(/requires two-step verification/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
  await press('Add an authenticator app');
  await enterAndSubmit(await screen.findByLabelText('Code'), await backend.auth.codeOf(ADA.email));
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/reports');
});
