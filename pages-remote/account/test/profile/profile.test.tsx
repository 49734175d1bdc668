import { auth } from 'auth/auth';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { done } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { nextPlace, visit } from '../visit.ts';

test.each(['/account', '/account/security', '/account/sign-in', '/account/email', '/account/data', '/account/delete', '/update-password'])('%s requires a sign-in', async (address) => {
  await visit(address);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe(address);
});

test('the rail leads to every settings page, and names the current one', async () => {
  const page = await visit('/account', 'signed-in');
  for (const [name, path, title] of [
    ['Sign-in', '/account/sign-in', 'Sign-in'],
    ['Security', '/account/security', 'Security'],
    ['Data', '/account/data', 'Data'],
    ['Delete', '/account/delete', 'Delete your account'],
    ['Profile', '/account', 'Your account'],
  ] as const) {
    const rail = within(screen.getByRole('navigation', { name: 'Account settings' }));
    await userEvent.click(rail.getByRole('link', { name }));
    await page.waitForPath(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toHaveFocus();
    expect(screen.getByRole('navigation', { name: 'Account settings' }).querySelector('[aria-current=page]')).toHaveTextContent(name);
  }
});

test('the sign-in page leads to the pages that change the email and the password', async () => {
  await visit('/account/sign-in', 'signed-in');
  expect(screen.getByText('ada@example.com')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change your email' })).toHaveAttribute('href', '/account/email');
  expect(screen.getByRole('link', { name: 'Change your password' })).toHaveAttribute('href', '/update-password');
});

test('the password page links back to the account', async () => {
  const page = await visit('/account/sign-in', 'signed-in');
  await userEvent.click(screen.getByRole('link', { name: 'Change your password' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Your account' }));
  await page.waitForPath('/account');
});

test('shows the name and the email, and saves another name', async () => {
  const page = await visit('/account', 'signed-in');
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(screen.getByText('ada@example.com')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.clear(screen.getByLabelText('Name'));
  await enter(screen.getByLabelText('Name'), ' Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your changes are saved.');
  expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
});

test('keeps the typed name when it cannot be saved', async () => {
  await visit('/account', 'signed-in');
  const failed = failNext('updateProfile', { code: 'timeout' });
  await enterAndSubmit(screen.getByLabelText('Name'), ' Lovelace');
  await failed();
  expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter your name\.$/);
});

/** Changes the name as another tab or program does. */
async function setName(name: unknown): Promise<void> {
  const client = await auth.getSupabase();
  await act(async () => done(await client.auth.updateUser({ data: { name } })));
}

test('follows a change of the name in another tab until the user types here', async () => {
  await visit('/account', 'signed-in');
  await setName('Augusta');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta');
  await userEvent.type(screen.getByLabelText('Name'), ' Ada');
  await setName('Grace');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta Ada');
});

test('shows an empty field when the stored name is not a text', async () => {
  await visit('/account', 'signed-in');
  await setName(7);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});
