import { device, type StartOptions } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { visit } from '../visit.ts';

const GITHUB = { provider: 'github', email: 'ada@work.example', createdAt: '2026-03-02T10:00:00Z' };

/** Opens the sign-in settings of Ada, at a site with Google and GitHub. */
function visitAda(linked: (StartOptions['person'] & object)['linked'] = []) {
  device.offerProviders('github', 'google');
  return visit('/account/sign-in', { person: { email: 'ada@example.com', name: 'Ada', linked } });
}

/** The list of linked accounts, once it is loaded. */
const linkedAccounts = () => screen.findByRole('list', { name: 'Linked accounts' });

test('a project without providers has no linked accounts', async () => {
  await visit('/account/sign-in', 'signed-in');
  expect(screen.queryByRole('heading', { name: 'Linked accounts' })).not.toBeInTheDocument();
});

test('lists linked accounts, and offers the other providers', async () => {
  await visitAda([GITHUB]);
  expect(await linkedAccounts()).toHaveTextContent(/^GitHubada@work\.example, linked Mar 2, 2026/);
  expect(screen.getByRole('button', { name: 'Link Google' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Link GitHub' })).not.toBeInTheDocument();
});

test('lists an account of a provider that the site cannot offer', async () => {
  await visitAda([{ provider: 'custom:acme', email: 'ada@acme.example' }]);
  expect(await linkedAccounts()).toHaveTextContent(/^acmeada@acme\.example, linked/);
  expect(screen.getByRole('button', { name: 'More actions for acme' })).toBeVisible();
});

test('unlinks an account after a confirmation, and offers its provider again', async () => {
  const page = await visitAda([GITHUB]);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for GitHub' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink GitHub' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByRole('button', { name: 'Link GitHub' })).toBeVisible();
  expect(page.toasts.at(-1)?.text).toBe('GitHub is unlinked.');
  expect(screen.getByRole('heading', { name: 'Linked accounts' })).toHaveFocus();
});

test('the only way into an account stays, with advice', async () => {
  await visitAda([GITHUB]);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for GitHub' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink GitHub' }));
  failNext('unlinkProvider', { code: 'single_identity_not_deletable', status: 422 });
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This is the only way into your account. Set a password first');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for GitHub' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink GitHub' }));
  expect(await screen.findByRole('alertdialog')).not.toHaveTextContent('the only way');
});

test('the account that has the email address stays, with advice', async () => {
  const google = { provider: 'google', email: 'ada@example.com' };
  device.offerProviders('github', 'google');
  await visit('/account/sign-in', { person: { email: 'ada@example.com', withoutPassword: true, linked: [google, GITHUB] } });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Google' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink Google' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Without this account, your email address would change. Change your email address first.');
});

test('a project that refuses linking says so', async () => {
  await visitAda();
  failNext('linkProvider', { code: 'manual_linking_disabled', status: 404 });
  await userEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This site links no accounts at the moment.');
});

test('a list that cannot be loaded is loaded again on request', async () => {
  device.offerProviders('github');
  failNext('readProviders', { code: 'unexpected_failure', status: 500 });
  await visit('/account/sign-in', { person: { email: 'ada@example.com', linked: [GITHUB] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await linkedAccounts()).toHaveTextContent('GitHub');
});
