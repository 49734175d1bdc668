import { auth } from 'auth/auth';
import { ADA } from '@atrium/page-kit/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { done, elsewhere } from './elsewhere.ts';
import { failNext } from './failures.ts';
import { nextPlace, sent, visit } from './visit.ts';

/** What the service was asked to change of the person. */
const changes = async () => (await sent('/user')).map(({ body }) => body);

test.each(['/account', '/account/security', '/account/email', '/account/delete', '/update-password'])('%s is for signed-in people', async (address) => {
  await visit(address);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe(address);
});

test.each([
  ['only the password protects', 'signed-in', 'None yet: anybody with your password can log in.'],
  ['a second factor protects', 'aal2', 'On: besides the password, you enter a code when you log in.'],
] as const)('says of an account that %s it', async (_, state, words) => {
  await visit('/account', state);
  expect(await screen.findByText('Second factor')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

test('saves a new password', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByDisplayValue('ada@example.com')).toHaveAttribute('autocomplete', 'username');
  await userEvent.type(screen.getByLabelText('New password'), 'a new horse');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toHaveFocus();
  done(await elsewhere().signInWithPassword({ email: ADA.email, password: 'a new horse' }));
  expect(screen.getByRole('link', { name: 'Go to your workspace' })).toHaveAttribute('href', '/workspace');
});

test('shows at the field that a password is the same, and keeps what was typed', async () => {
  await visit('/update-password', 'signed-in');
  await userEvent.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is your password already. Choose another one.');
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(screen.getByLabelText('New password')).toHaveValue('correct horse');
});

describe('somebody without a name, such as who was invited', () => {
  const person = { ...ADA, name: '' };

  test('is asked for one with the first password, and both are saved', async () => {
    const page = await visit('/update-password', { person });
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter your name\./);
    expect(await changes()).toEqual([]);
    await userEvent.type(screen.getByLabelText('Name'), ' Ada Lovelace ');
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toHaveFocus();
    expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
    done(await elsewhere().signInWithPassword({ email: ADA.email, password: 'a new horse' }));
  });

  test('keeps both fields where the password is not taken', async () => {
    await visit('/update-password', { person });
    await userEvent.type(screen.getByLabelText('Name'), 'Ada');
    await userEvent.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is your password already.');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    await userEvent.type(screen.getByLabelText('New password'), ' 2{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
  });

  test('is the only one who is asked, and only there', async () => {
    const { unmount } = await visit('/account/security', { person });
    expect(await screen.findByLabelText('New password')).toBeVisible();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
    unmount();
  });
});

test('/update-password does not ask for a name that is known', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});

test.each(['Security', 'Change your email', 'Change your password'])('leads back to the account from: %s', async (name) => {
  const page = await visit('/account', 'signed-in');
  await userEvent.click(screen.getByRole('link', { name }));
  await userEvent.click(await screen.findByRole('link', { name: 'Your account' }));
  await page.waitForPlace('/account');
});

test('does not lead people away who came by a link to choose a password', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByRole('link', { name: 'Your account' })).not.toBeInTheDocument();
});

test.each([
  ['weak_password', 'New words of a later version', 'This password is too easy to guess.'],
  ['same_password', 'New password should be different', 'This is your password already. Choose another one.'],
])('shows %s at the field and keeps what was typed', async (code, message, text) => {
  await visit('/update-password', 'signed-in');
  failNext('updatePassword', { code, status: 422, message });
  await userEvent.type(screen.getByLabelText('New password'), 'dragon99{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(screen.getByLabelText('New password')).toHaveValue('dragon99');
});

test('asks for the current password where the service does, and explains a wrong one', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  failNext('updatePassword', { code: 'current_password_required' });
  await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
  const current = await screen.findByLabelText('Current password');
  expect(current).toHaveFocus();
  expect(current).toHaveAttribute('autocomplete', 'current-password');
  expect(current).toHaveAccessibleDescription(/Enter your current password as well/);
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
  expect(screen.getByLabelText('New password')).toHaveValue('a new horse');
  failNext('updatePassword', { code: 'current_password_invalid' });
  await userEvent.type(current, 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not your current password.');
  expect(current).toHaveFocus();
  await userEvent.clear(current);
  await userEvent.type(current, 'correct horse{Enter}');
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
  const [first, ...others] = await changes();
  expect(first).not.toHaveProperty('current_password');
  expect(others).toMatchObject([{ current_password: 'wrong' }, { current_password: 'correct horse' }]);
});

test('leads to the code where the service wants one before a new password', async () => {
  await visit('/update-password', 'signed-in');
  failNext('updatePassword', { code: 'insufficient_aal', status: 401 });
  await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/enter the code of your second factor first/);
  expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Fupdate-password');
});

test('asks for a password before it asks the service', async () => {
  await visit('/update-password', 'signed-in');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a password.');
  expect(await changes()).toEqual([]);
});

test('shows who the person is, and saves another name', async () => {
  const page = await visit('/account', 'signed-in');
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(screen.getByText('ada@example.com')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), ' Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your changes are saved.');
  expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
});

test('keeps the typed name when it cannot be saved', async () => {
  await visit('/account', 'signed-in');
  const failed = failNext('updateProfile', { code: 'timeout' });
  await userEvent.type(screen.getByLabelText('Name'), ' Lovelace{Enter}');
  await failed();
  expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.');
});

/** Changes what is known of the person, beside the page, as other tabs and other programs do. */
async function setName(name: unknown): Promise<void> {
  const client = await auth.getSupabase();
  await act(async () => done(await client.auth.updateUser({ data: { name } })));
}

test('follows a change of the name in another tab until something is typed here', async () => {
  await visit('/account', 'signed-in');
  await setName('Augusta');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta');
  await userEvent.type(screen.getByLabelText('Name'), ' Ada');
  await setName('Somebody');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta Ada');
});

test('does without a name that is none', async () => {
  await visit('/account', 'signed-in');
  await setName(7);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});
