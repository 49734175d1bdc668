import { ADA, backend } from '@atrium/page-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { app, phone } from '../factors.ts';
import { openSecurity } from './security-page.ts';
import { nextPlace, sent, visit } from '../visit.ts';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Opens the menu of a factor and chooses the removal, which opens a dialog. */
async function askRemoval(name: string): Promise<void> {
  await press(`More actions for ${name}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: `Remove ${name}` }));
  await screen.findByRole('alertdialog', { name: `Remove “${name}”?` });
}

/** The items of the list of second factors. */
const factorItems = () => within(screen.getByRole('list', { name: 'Two-step verification' })).getAllByRole('listitem');

/** Ids of the factors in the removal requests. */
const removed = async () => (await sent(/^\/factors\//)).filter(({ method }) => method === 'DELETE');

describe('the list', () => {
  test('requires a sign-in with the code', async () => {
    await visit('/account/security', 'aal1');
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(nextPlace()).toBe('/account/security');
  });

  test('says that there is none yet, and ignores unverified factors', async () => {
    const { unmount } = await openSecurity([]);
    await press('Add an authenticator app');
    await screen.findByRole('img');
    unmount();
    await openSecurity([]);
    expect(backend.auth.factorsOf(ADA.email)).toMatchObject([{ status: 'unverified' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    expect(screen.getByText('Two-step verification is off.')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Two-step verification' })).not.toBeInTheDocument();
  });

  test('shows each factor with its kind and date, and recommends a spare while there is only one', async () => {
    await openSecurity([app]);
    const [item] = factorItems();
    expect(item).toHaveTextContent('Authenticator appCodes from an app, added Mar 1, 2026');
    expect(screen.getByText(/^Add a spare/)).toBeVisible();
  });

  test('recommends nothing to users with a spare', async () => {
    await openSecurity([phone, app]);
    const [first, second] = factorItems();
    expect(first).toHaveTextContent('Authenticator app');
    expect(second).toHaveTextContent('My phoneText messages to +4915123456767, added Apr 2, 2026');
    expect(screen.queryByText(/^Add a spare/)).not.toBeInTheDocument();
  });

  test('shows that it is loading, that loading failed, and loads again', async () => {
    backend.auth.addPerson({ ...ADA, factors: [app] });
    // Strict mode runs its effects twice, and the guard sends a request, too.
    const failed = [1, 2].map(() => failNext('readFactors', { code: 'timeout' }));
    await visit('/account/security', 'aal2');
    expect(screen.getByText('Loading…')).toBeVisible();
    for (const goBy of failed) await goBy();
    expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'More actions for Authenticator app' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('loads again by itself when the browser is back online', async () => {
    backend.auth.addPerson({ ...ADA, factors: [app] });
    const failed = [1, 2].map(() => failNext('readFactors', { code: 'network' }));
    await visit('/account/security', 'aal2');
    for (const goBy of failed) await goBy();
    expect(await screen.findByRole('alert')).toBeVisible();
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'More actions for Authenticator app' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('renaming', () => {
  /** Opens the dialog that renames a factor, and types a name. */
  async function rename(name: string, to: string): Promise<void> {
    await press(`More actions for ${name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: `Rename ${name}` }));
    const field = await screen.findByLabelText('Name');
    expect(field).toHaveValue(name);
    await userEvent.clear(field);
    await userEvent.type(field, to);
    await press('Save');
  }

  test('shows the new name', async () => {
    await openSecurity([phone]);
    await rename('My phone', ' Work phone ');
    expect(await screen.findByText('This method is now called “Work phone”.')).toBeVisible();
    expect(factorItems()[0]).toHaveTextContent('Work phone');
    expect(backend.auth.factorsOf(ADA.email)).toMatchObject([{ friendlyName: 'Work phone' }]);
  });

  test('explains a name that another factor has, and a failure', async () => {
    await openSecurity([phone, { ...app, friendlyName: 'Tablet' }]);
    await rename('My phone', 'Tablet');
    const field = screen.getByLabelText('Name');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Another method of yours has this name/));
    failNext('renameFactor', { code: 'network' });
    await userEvent.type(field, ' 2');
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
    expect(field).toHaveValue('Tablet 2');
  });
});

describe('removal', () => {
  test('asks for confirmation, with the focus on the safe answer', async () => {
    await openSecurity([app]);
    await askRemoval('Authenticator app');
    expect(screen.getByText(/Your password alone is then enough/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions for Authenticator app' })).toHaveFocus());
    expect(await removed()).toEqual([]);
  });

  test('removes the factor from the list, and reads the activity again', async () => {
    await openSecurity([app, phone]);
    const readActivity = jest.fn(() => []);
    backend.databaseFunction('account_activity', readActivity);
    await askRemoval('My phone');
    expect(screen.getByText(/no longer log in with its codes/)).toBeVisible();
    expect(readActivity).not.toHaveBeenCalled();
    await press('Remove');
    await waitFor(() => expect(readActivity).toHaveBeenCalled());
    expect(await screen.findByText('My phone is removed.')).toBeVisible();
    expect(factorItems()).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus());
    expect(backend.auth.factorsOf(ADA.email)).toMatchObject([{ type: 'totp' }]);
  });

  test('says why it failed, and links to the code when it is missing', async () => {
    await openSecurity([app]);
    failNext('unenroll', { code: 'insufficient_aal', status: 422 });
    await askRemoval('Authenticator app');
    await press('Remove');
    expect(await screen.findByRole('alert')).toHaveTextContent(/enter your two-step verification code first/);
    expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Fsecurity');
    expect(backend.auth.factorsOf(ADA.email)).toHaveLength(1);
  });
});

test('leads to the page that changes the password', async () => {
  await openSecurity([]);
  expect(screen.getByRole('link', { name: 'Change your password' })).toHaveAttribute('href', '/update-password');
});

describe('logging out everywhere', () => {
  beforeEach(async () => {
    backend.auth.addPerson(ADA);
    await backend.auth.openSession(ADA.email);
  });

  test('asks for confirmation, with the focus on the safe answer', async () => {
    await openSecurity([]);
    await press('Log out everywhere');
    expect(await screen.findByRole('alertdialog', { name: 'Log out everywhere?' })).toHaveAccessibleDescription(/log in again here and on all other devices/);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log out everywhere' })).toHaveFocus());
    expect(await sent('/logout')).toEqual([]);
  });

  test('opens the log-in', async () => {
    await openSecurity([]);
    await press('Log out everywhere');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect((await sent('/logout')).map(({ query }) => query.get('scope'))).toEqual(['global']);
  });

  test('says when the service is unreachable', async () => {
    await openSecurity([]);
    failNext('logout', { code: 'network' });
    await press('Log out everywhere');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
    expect(screen.getByRole('button', { name: 'Log out everywhere' })).toHaveFocus();
  });
});
