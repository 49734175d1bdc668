import { ADA } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { visit } from '../visit.ts';

const name = () => screen.findByLabelText<HTMLInputElement>('Name');
const follow = (link: string) => userEvent.click(screen.getByRole('link', { name: link }));
/** The drafts that a reload restores. */
const stored = () => sessionStorage.getItem('atrium account drafts');

/** Goes from the account to another page and back. */
async function leaveAndReturn(): Promise<void> {
  await follow('Security');
  await screen.findByRole('heading', { name: 'Security' });
  expect(hasUnsavedChanges()).toBe(false);
  await follow('Profile');
}

test('typed text is restored, counts as unsaved, and is deleted once it is saved', async () => {
  const page = await visit('/account', 'signed-in');
  await enter(await name(), ' Lovelace');
  await leaveAndReturn();
  expect(await name()).toHaveValue('Ada Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  expect(stored()).toContain('Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
  expect(stored()).toBeNull();
});

test('a password is never stored', async () => {
  await visit('/register');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.type(await name(), 'Grace');
  await enter(screen.getByLabelText('Email'), 'grace@example.com');
  expect(stored()).toContain('grace@example.com');
  expect(stored()).not.toMatch(/correct|password/);
  await follow('Log in');
  await screen.findByRole('heading', { name: 'Log in' });
  await follow('Create account');
  expect(await name()).toHaveValue('Grace');
  expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('a log-out deletes the draft; a session that the service ends does not', async () => {
  const page = await visit('/account', 'signed-in');
  await enter(await name(), ' Lovelace');
  await page.auth.expire();
  expect(stored()).toContain('Ada Lovelace');
  await page.auth.signIn(ADA);
  await page.auth.signOut();
  await waitFor(() => expect(stored()).toBeNull());
});

test('a draft belongs to the user who typed it', async () => {
  const page = await visit('/account', 'signed-in');
  await enter(await name(), ' Lovelace');
  await page.auth.signIn({ email: 'grace@example.com', name: 'Grace' });
  expect(stored()).toBeNull();
  expect(await name()).toHaveValue('Grace');
  expect(hasUnsavedChanges()).toBe(false);
});
