import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clock } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { sent, STRANGER, visit } from '../visit.ts';

/** The level names of the meter. */
const ANY = /^(Very weak|Weak|Fair|Good|Strong)/;

/** Enters a password, and lets the pause pass after which its strength is estimated. */
async function enterPassword(text: string): Promise<void> {
  const field = screen.getByLabelText(/^(New p|P)assword$/);
  await userEvent.clear(field);
  jest.useFakeTimers({ advanceTimers: true });
  await enter(field, text);
  await clock.advance({ seconds: 0.4 });
  jest.useRealTimers();
}

afterEach(() => {
  jest.useRealTimers();
});

async function expectStrength(words: RegExp): Promise<void> {
  await waitFor(() => {
    expect(screen.getByText(words)).toHaveAttribute('aria-live', 'polite');
  });
}

test('shows the strength and how to improve it, and clears it with the field', async () => {
  await visit('/register', STRANGER);
  expect(screen.queryByText(ANY)).not.toBeInTheDocument();
  await enterPassword('password1');
  await expectStrength(/^Very weak\. It is much like a password that many people use/);
  await enterPassword('abcdefgh');
  await expectStrength(/^Very weak\./);
  await enterPassword('gannet plinth oxbow tureen');
  await expectStrength(/^Strong/);
  await userEvent.clear(screen.getByLabelText('Password'));
  await waitFor(() => {
    expect(screen.queryByText(ANY)).not.toBeInTheDocument();
  });
});

test('gives no strength for the name and the address', async () => {
  await visit('/register', STRANGER);
  await enter(screen.getByLabelText('Name'), 'Xanthippe Quizzenbury');
  await enter(screen.getByLabelText('Email'), 'xq@warblington.example');
  await enterPassword('quizzenbury');
  await expectStrength(/^Very weak\. Leave out your name/);
  await enterPassword('Warblington1');
  await expectStrength(/weak\. Leave out your name/i);
});

test('lets the service decide about every other password', async () => {
  await visit('/register', STRANGER);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await enterPassword('dragon99');
  await expectStrength(/^Weak/);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await sent('/signup')).toHaveLength(1);
});

test('gives no strength for the name of the signed-in user', async () => {
  const page = await visit('/update-password', 'signed-in');
  await enterPassword(page.auth.state.user?.email ?? '');
  await expectStrength(/Leave out your name/);
});

test('says what is wrong above the rule, with the strength of what is typed', async () => {
  await visit('/register', STRANGER);
  const field = screen.getByLabelText('Password');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(field).toHaveAccessibleDescription('Enter a password. At least 8 characters. A few unrelated words are hard to guess.');
  expect(field).toBeInvalid();
  await enterPassword('seven quiet rooms');
  await expectStrength(/hard to guess/);
  expect(field).toBeValid();
});

test('shows the minimum length of the project as a hint', async () => {
  const config = readFileSync(path.join(import.meta.dirname, '../../../../supabase/config.toml'), 'utf8');
  const least = /^minimum_password_length = (\d+)$/m.exec(config)?.[1];
  await visit('/register', STRANGER);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(new RegExp(`^At least ${String(least)} characters\\.`));
});

test.each([
  ['a'.repeat(73), 'Choose a password of at most 72 characters.'],
  ['ä'.repeat(37), 'Choose a password of at most 72 characters.'],
  ['1234567', 'Choose a password of at least 8 characters.'],
  ['12345678', 'Attackers try this password first'],
  ['Password123', 'Attackers try this password first'],
])('does not send %j', async (password, text) => {
  await visit('/update-password', 'signed-in');
  await userEvent.click(screen.getByLabelText('New password'));
  await userEvent.paste(password);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(await sent('/user')).toEqual([]);
});
