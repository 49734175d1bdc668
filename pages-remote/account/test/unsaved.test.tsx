import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { faults } from '@atrium/page-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from './failures.ts';
import { sent, visit } from './visit.ts';

beforeEach(async () => {
  await visit('/account', 'signed-in');
});

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

test('what was typed is unsaved until it is sent', async () => {
  expect(hasUnsavedChanges()).toBe(false);
  await userEvent.type(name(), ' Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  await save();
  await waitFor(() => {
    expect(hasUnsavedChanges()).toBe(false);
  });
  expect(await sent('/user')).toHaveLength(1);
  await userEvent.type(name(), '!');
  expect(hasUnsavedChanges()).toBe(true);
});

test.each([
  ['refused', () => failNext('updateProfile', { code: 'network' })],
  ['incomplete', () => fireEvent.change(name(), { target: { value: '' } })],
])('what is %s is still unsaved', async (_, prepare) => {
  await userEvent.type(name(), ' Lovelace');
  prepare();
  await save();
  await screen.findByRole('alert');
  expect(hasUnsavedChanges()).toBe(true);
});

test('what is typed while the rest is sent is unsaved after it', async () => {
  const request = faults.hold({ action: 'updateProfile' });
  await userEvent.type(name(), ' Lovelace');
  await save();
  await request.arrived;
  await userEvent.type(name(), '!');
  request.release();
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save changes' })).not.toHaveAttribute('aria-busy', 'true');
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
  await visit('/login');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  expect(hasUnsavedChanges()).toBe(false);
});
