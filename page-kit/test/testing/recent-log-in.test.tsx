import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RequireAuth } from 'auth/auth';
import { Link } from 'react-router-dom';
import { defineModuleManifest } from '../../src/contract/module-manifest.ts';
import { definePageModule } from '../../src/contract/page-module.ts';
import { ADA, backend, clock, device, faults, renderPage, type OpenPage, type StartOptions } from '../../src/testing/testing.ts';

function Payout() {
  return (
    <RequireAuth maxAge={600}>
      <h1>Payout</h1>
      <input aria-label="Note" />
    </RequireAuth>
  );
}

function Orders() {
  return (
    <>
      <h1>Orders</h1>
      <Link to="/orders/payout">Payout</Link>
    </>
  );
}

const manifest = defineModuleManifest({ name: 'orders', contract: '^2.0.0', title: { en: 'Orders' }, routes: { list: '/orders', payout: '/orders/payout' }, navigation: [] });
const orders = definePageModule(manifest, { routes: { list: () => Promise.resolve({ default: Orders }), payout: () => Promise.resolve({ default: Payout }) } });

/** Opens the page for a user who logged in eleven minutes ago. */
function open(options: StartOptions = {}): Promise<OpenPage> {
  return renderPage(orders, { route: 'payout', auth: { signedInMinutesAgo: 11, ...options }, strict: true });
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });
const note = () => screen.findByRole('textbox', { name: 'Note' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fill(label: string, text: string): Promise<void> {
  const field = await within(await dialog()).findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

async function confirmWithPassword(password = ADA.password): Promise<void> {
  await fill('Password', password);
  await press('Confirm');
}

const alert = async () => within(await dialog()).findByRole('alert');

it('shows the page to a user who logged in within the time', async () => {
  await open({ signedInMinutesAgo: 9 });
  expect(await note()).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks for the password, explains a wrong one, and shows the page after the right one', async () => {
  await open();
  expect(within(await dialog()).getByLabelText('Password')).toHaveFocus();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await confirmWithPassword('wrong horse');
  expect(await alert()).toHaveTextContent('Wrong password.');
  await confirmWithPassword();
  expect(await note()).toBeVisible();
  // The session before has ended.
  await waitFor(() => expect(backend.auth.sessionsOf(ADA.id)).toHaveLength(1));
});

it('hides an open page when the time is over, and keeps what was typed', async () => {
  await open({ signedInMinutesAgo: 0 });
  const field = await note();
  await userEvent.type(field, 'half a sentence');
  await clock.advance({ minutes: 11 });
  await act(() => Promise.resolve(window.dispatchEvent(new Event('focus'))));
  await dialog();
  expect(field).not.toBeVisible();
  await confirmWithPassword();
  await waitFor(() => expect(field).toBeVisible());
  expect(field).toHaveValue('half a sentence');
  expect(field).toHaveFocus();
});

it('leads back to where the user came from when they cancel', async () => {
  const page = await renderPage(orders, { route: 'list', auth: { signedInMinutesAgo: 11 } });
  await userEvent.click(screen.getByRole('link', { name: 'Payout' }));
  await dialog();
  await press('Cancel');
  await page.waitForPath('/orders');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leads to the start page when the user cancels on the first page', async () => {
  const page = await open();
  await dialog();
  await press('Cancel');
  await page.waitForPath('/');
});

describe('with a second factor', () => {
  const withApp: StartOptions = { state: 'aal2' };

  it('asks for the code too, and the session keeps its level', async () => {
    const page = await open(withApp);
    await confirmWithPassword();
    await fill('Code', '000000');
    await press('Verify');
    expect(await alert()).toHaveTextContent('Wrong code.');
    await fill('Code', await backend.auth.codeOf(ADA.email));
    await press('Verify');
    expect(await note()).toBeVisible();
    expect(page.auth.state.assurance.currentLevel).toBe('aal2');
  });

  it('changes nothing if the user cancels before the code, and ends the incomplete session', async () => {
    const page = await open(withApp);
    const before = page.auth.state.session;
    await confirmWithPassword();
    await within(await dialog()).findByLabelText('Code');
    expect(page.auth.state.session).toBe(before);
    expect(backend.auth.sessionsOf(ADA.id)).toHaveLength(2);
    await press('Cancel');
    await waitFor(() => expect(backend.auth.sessionsOf(ADA.id)).toHaveLength(1));
    expect(page.auth.state).toMatchObject({ session: before, assurance: { currentLevel: 'aal2' } });
  });
});

describe('without a password', () => {
  const person = { ...ADA, withoutPassword: true };

  it.each([
    ['that a mailed code created', person],
    ['of a provider', { ...person, linked: [{ provider: 'github', email: 'ada@work.example' }] }],
  ])('an account %s confirms with a mailed code', async (_, account) => {
    await open({ person: account });
    expect(within(await dialog()).queryByLabelText('Password')).toBeNull();
    await press('Send a code to ada@example.com');
    await within(await dialog()).findByLabelText('Code');
    await fill('Code', '000000');
    await press('Confirm');
    expect(await alert()).toHaveTextContent('Wrong or expired code.');
    await fill('Code', String(backend.auth.mails.at(-1)?.otp));
    await press('Confirm');
    expect(await note()).toBeVisible();
  });

  it('an account with a passkey confirms with it', async () => {
    device.offerPasskeys();
    backend.auth.addPerson({ ...person, passkeys: [{ name: 'MacBook' }] });
    device.holdPasskeyOf(ADA.email);
    device.cancelNextPasskey();
    await open({ person });
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await alert()).toHaveTextContent('No passkey was used.');
    await press('Use a passkey');
    expect(await note()).toBeVisible();
  });
});

it('refuses the passkey of another user, and ends their session', async () => {
  device.offerPasskeys();
  backend.auth.addPerson({ ...ADA, passkeys: [{ name: 'MacBook' }] });
  const bea = backend.auth.addPerson({ email: 'bea@example.com', passkeys: [{ name: 'Phone' }] });
  device.holdPasskeyOf(bea.email);
  const page = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  expect(await alert()).toHaveTextContent('That is another account.');
  expect(page.auth.state.user?.email).toBe(ADA.email);
  expect(backend.auth.sessionsOf(bea.id)).toEqual([]);
});

it('explains a lost connection, and goes on after another try', async () => {
  await open();
  await dialog();
  faults.next({ action: 'login', answer: 'offline' });
  await confirmWithPassword();
  expect(await alert()).toHaveTextContent('There is no connection to the server.');
  await confirmWithPassword();
  expect(await note()).toBeVisible();
});

it('continues when the same user logs in in another tab', async () => {
  const page = await open();
  await dialog();
  await page.auth.signIn();
  expect(await note()).toBeVisible();
});

it('ends the session of a log-in whose response arrives after the user has cancelled', async () => {
  const page = await open({ state: 'aal2' });
  await dialog();
  const before = page.auth.state.session;
  const request = faults.hold({ action: 'login' });
  await confirmWithPassword();
  await request.arrived;
  await press('Cancel');
  await page.waitForPath('/');
  request.release();
  await waitFor(() => expect(backend.requests.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^\/logout/)));
  await waitFor(() => expect(backend.auth.sessionsOf(ADA.id)).toHaveLength(1));
  expect(page.auth.state.session).toBe(before);
});
