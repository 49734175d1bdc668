import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { faults } from '@atrium/page-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

beforeEach(async () => {
  await visit('/account', 'signed-in');
});

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('typed text is unsaved until it is sent', async () => {
  expect(hasUnsavedChanges()).toBe(false);
  await enter(name(), ' Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  await save();
  await waitFor(() => {
    expect(hasUnsavedChanges()).toBe(false);
  });
  expect(await sent('/user')).toHaveLength(1);
  await userEvent.type(name(), '!');
  expect(hasUnsavedChanges()).toBe(true);
});

test('text that is typed and deleted again is neither unsaved nor a draft', async () => {
  await userEvent.type(name(), '!');
  expect(hasUnsavedChanges()).toBe(true);
  await userEvent.type(name(), '{Backspace}');
  expect(hasUnsavedChanges()).toBe(false);
  cleanup();
  await visit('/account', 'signed-in');
  expect(hasUnsavedChanges()).toBe(false);
});

test.each([
  ['refused', () => failNext('updateProfile', { code: 'network' })],
  ['incomplete', () => fireEvent.change(name(), { target: { value: '' } })],
])('text stays unsaved when it is %s', async (_, prepare) => {
  await enter(name(), ' Lovelace');
  prepare();
  await save();
  await screen.findByRole('alert');
  expect(hasUnsavedChanges()).toBe(true);
});

test('text that is typed during a request is unsaved after it', async () => {
  const request = faults.hold({ action: 'updateProfile' });
  await enter(name(), ' Lovelace');
  await save();
  await request.arrived;
  await userEvent.type(name(), '!');
  request.release();
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy', 'true'));
  expect(hasUnsavedChanges()).toBe(true);
});

test('an unmounted form has nothing unsaved', async () => {
  await enter(name(), ' Lovelace');
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  expect(hasUnsavedChanges()).toBe(false);
});

test.each([
  ['a browser', () => new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' })],
  ['a browser that reports no input type', () => new Event('input', { bubbles: true })],
])('text that %s fills in does not count as unsaved', (_, event) => {
  name().value = 'Ada Lovelace';
  fireEvent(name(), event());
  expect(hasUnsavedChanges()).toBe(false);
});

test('the log-in form never counts as unsaved', async () => {
  cleanup();
  await visit('/login');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  expect(hasUnsavedChanges()).toBe(false);
});
