import '@testing-library/jest-dom';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import account from '../src/module.ts';
import { actionError, actions, resetAuth, signIn, signOut } from '../../test/fake-auth.tsx';
import { openPage } from '../../test/open-page.tsx';

beforeEach(async () => {
  resetAuth();
  signIn();
  await openPage(account, '/account');
});

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

test('what was typed is unsaved until it is sent', async () => {
  actions.updateProfile.mockResolvedValue();
  expect(hasUnsavedChanges()).toBe(false);
  await userEvent.type(name(), ' Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  await save();
  await waitFor(() => {
    expect(hasUnsavedChanges()).toBe(false);
  });
  await userEvent.type(name(), '!');
  expect(hasUnsavedChanges()).toBe(true);
});

test.each([
  ['refused', () => actions.updateProfile.mockRejectedValue(actionError('updateProfile', { code: 'network', status: 0 }))],
  ['incomplete', () => fireEvent.change(name(), { target: { value: '' } })],
])('what is %s is still unsaved', async (_, prepare) => {
  await userEvent.type(name(), ' Lovelace');
  prepare();
  await save();
  await screen.findByRole('alert');
  expect(hasUnsavedChanges()).toBe(true);
});

test('what is typed while the rest is sent is unsaved after it', async () => {
  let end = (): void => undefined;
  actions.updateProfile.mockReturnValue(new Promise((resolve) => (end = resolve)));
  await userEvent.type(name(), ' Lovelace');
  await save();
  await userEvent.type(name(), '!');
  await act(async () => {
    end();
    await Promise.resolve();
  });
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Save changes' })).not.toHaveAttribute('aria-busy', 'true');
  });
  expect(hasUnsavedChanges()).toBe(true);
});

test('a form that is left has nothing unsaved', async () => {
  await userEvent.type(name(), ' Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  expect(hasUnsavedChanges()).toBe(false);
});

test.each([
  ['a browser', () => new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' })],
  ['a browser that does not say so', () => new Event('input', { bubbles: true })],
])('what %s fills in by itself is nothing that would be lost', (_, event) => {
  name().value = 'Ada Lovelace';
  fireEvent(name(), event());
  expect(hasUnsavedChanges()).toBe(false);
});

test('what people know by heart is no reason to ask before they leave', async () => {
  cleanup();
  signOut();
  await openPage(account, '/login');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  expect(hasUnsavedChanges()).toBe(false);
});
