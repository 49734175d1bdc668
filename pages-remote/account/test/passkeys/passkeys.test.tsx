import { backend, device, type StartOptions } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { visit } from '../visit.ts';

const EMAIL = 'ada@example.com';
const MACBOOK = { name: 'MacBook', createdAt: '2026-03-02T10:00:00Z', lastUsedAt: '2026-04-05T10:00:00Z' };
const PHONE = { name: 'Phone', createdAt: '2026-03-03T10:00:00Z' };

/** Opens a page of Ada's account, at a site with passkeys. */
function visitAda(person: Partial<StartOptions['person'] & object> = {}, state: StartOptions['state'] = 'signed-in', address = '/account/security') {
  device.offerPasskeys();
  return visit(address, { state, person: { email: EMAIL, name: 'Ada', ...person } });
}

const items = async () => within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem');
const addButton = () => screen.findByRole('button', { name: 'Add a passkey' });

async function choose(passkey: string, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${passkey}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: `${action} ${passkey}` }));
}

test('the page with the ways to log in lists them, too', async () => {
  await visitAda({ passkeys: [MACBOOK] }, 'signed-in', '/account/sign-in');
  expect(await items()).toHaveLength(1);
});

test('a site without passkeys does not mention them', async () => {
  await visit('/account/security', 'signed-in');
  await screen.findByRole('heading', { name: 'Two-step verification' });
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument();
});

test('lists the passkeys with their dates, oldest first', async () => {
  await visitAda({ passkeys: [MACBOOK, PHONE] });
  const [first, second] = await items();
  expect(first).toHaveTextContent(/^MacBookAdded Mar 2, 2026, last used Apr 5, 2026/);
  expect(second).toHaveTextContent(/^PhoneAdded Mar 3, 2026, not used yet/);
});

test('adds a passkey of this device, once', async () => {
  const page = await visitAda();
  await userEvent.click(await addButton());
  expect(await items()).toHaveLength(1);
  expect(page.toasts.map(({ text }) => text)).toEqual(['“Passkey” is added. Use it when you log in next time.']);
  expect(backend.auth.passkeysOf(EMAIL)).toHaveLength(1);
  await userEvent.click(await addButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('This device has a passkey for your account already.');
});

test('a closed dialog adds nothing and is explained', async () => {
  await visitAda();
  device.cancelNextPasskey();
  await userEvent.click(await addButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used.');
  expect(backend.auth.passkeysOf(EMAIL)).toEqual([]);
});

test('renames a passkey, and requires a name that the service takes', async () => {
  const page = await visitAda({ passkeys: [MACBOOK] });
  await choose('MacBook', 'Rename');
  const field = await screen.findByLabelText('Name');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(field).toHaveAccessibleDescription(/Enter a name\./);
  await userEvent.type(field, 'é'.repeat(61));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(field).toHaveAccessibleDescription(/too long/);
  await userEvent.clear(field);
  await userEvent.type(field, ' Work laptop {Enter}');
  expect(await screen.findByText('Work laptop')).toBeVisible();
  expect(page.toasts.at(-1)?.text).toBe('The passkey is now called “Work laptop”.');
  expect(backend.auth.passkeysOf(EMAIL)).toMatchObject([{ name: 'Work laptop' }]);
});

test('removes a passkey after a confirmation, and moves the focus to the heading', async () => {
  await visitAda({ passkeys: [MACBOOK, PHONE] });
  await choose('MacBook', 'Remove');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await items()).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  expect(backend.auth.passkeysOf(EMAIL)).toMatchObject([{ name: 'Phone' }]);
});

test('links to the code page when adding a passkey requires the second factor', async () => {
  await visitAda({ passkeys: [MACBOOK], factors: [{ type: 'totp' }] }, 'aal2');
  failNext('addPasskey', { code: 'insufficient_aal', status: 403 });
  await userEvent.click(await addButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('For this, enter your two-step verification code first.');
  expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Fsecurity');
});

test('a list that cannot be loaded is loaded again on request', async () => {
  device.offerPasskeys();
  failNext('readPasskeys', { code: 'unexpected_failure', status: 500 });
  await visit('/account/security', { person: { email: EMAIL, passkeys: [MACBOOK] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await items()).toHaveLength(1);
});
