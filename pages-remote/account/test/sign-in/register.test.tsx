import { ADA, backend, renderPage } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../../src/module.ts';
import { RegisterForm } from '../../src/sign-in/register-form.tsx';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, STRANGER, visit } from '../visit.ts';

async function fillAndSubmit(): Promise<void> {
  await enter(screen.getByLabelText('Name'), 'Ada');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

function expectTypedTextKept(): void {
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
}

test('creates the account and opens the workspace, signed in', async () => {
  const page = await visit('/register', STRANGER);
  expect(screen.getByLabelText('Name')).toHaveAttribute('autocomplete', 'name');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
  await fillAndSubmit();
  await page.waitForPath('/workspace');
  expect(page.auth.state.user).toMatchObject({ email: 'ada@example.com', user_metadata: { name: 'Ada' } });
  expect((await sent('/signup')).map(({ body }) => body)).toMatchObject([{ email: 'ada@example.com', password: 'correct horse', data: { name: 'Ada' } }]);
});

test('continues to the page that the visitor was on the way to', async () => {
  const page = await visit('/register?next=/reports', 'signed-in');
  await page.waitForPath('/reports');
});

test('summarizes several errors, each with a link to its field', async () => {
  await visit('/register', STRANGER);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  const summary = screen.getByRole('group', { name: 'Check these fields' });
  expect(summary).toHaveFocus();
  expect(within(summary).getAllByRole('link').map((link) => link.textContent)).toEqual(['Name', 'Email', 'Password']);
  // What is wrong is said once, at the fields.
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Enter your name.',
    'Enter your email address.',
    'Enter a password.',
  ]);
  await userEvent.click(within(summary).getByRole('link', { name: 'Password' }));
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(window.location.hash).toBe('');
  expect(await sent('/signup')).toEqual([]);
});

test('moves the focus to the only wrong field, without a summary', async () => {
  await visit('/register', STRANGER);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByRole('group', { name: 'Check these fields' })).not.toBeInTheDocument();
});

test('shows the errors of the address and the password together, and removes each once it is fixed', async () => {
  await visit('/register', STRANGER);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email'), '@@@');
  await userEvent.type(screen.getByLabelText('Password'), 'horse{Enter}');
  const summary = screen.getByRole('group', { name: 'Check these fields' });
  expect(within(summary).getAllByRole('link').map((link) => link.textContent)).toEqual(['Email', 'Password']);
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Enter a whole email address, such as ada@example.com.',
    'Choose a password of at least 8 characters.',
  ]);
  await userEvent.type(screen.getByLabelText('Password'), ' 4');
  expect(screen.getByLabelText('Password')).toBeInvalid();
  await userEvent.type(screen.getByLabelText('Password'), '2');
  expect(screen.getByLabelText('Password')).not.toBeInvalid();
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(within(summary).getAllByRole('link')).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('Email'));
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(summary).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await sent('/signup')).toEqual([]);
});

test.each([
  ['@@', /whole email address/],
  ['ada@@example.com', /whole email address/],
  ['ada@', /whole email address/],
])('refuses the address %j at its field, without a request', async (address, text) => {
  await visit('/register', STRANGER);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await enterAndSubmit(screen.getByLabelText('Email'), address);
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(text);
  expect(await sent('/signup')).toEqual([]);
});

test('shows at the address why the service refuses it', async () => {
  await visit('/register', STRANGER);
  failNext('register', { code: 'validation_failed', message: 'Unable to validate email address: invalid format', status: 400 });
  await fillAndSubmit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/This address cannot be used/);
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expectTypedTextKept();
});

test.each([
  ['Password should be at least 10 characters.', /at least 10 characters\.$/],
  [
    'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789, !@#$%^&*.',
    /one of each in it: lower-case letters, upper-case letters, digits, signs such as “!”\.$/,
  ],
  [
    'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
    /one of each in it: letters, digits\.$/,
  ],
  [
    'Password should be at least 10 characters. Password should contain at least one character of each: ABCDEFGHIJKLMNOPQRSTUVWXYZ, äöü.',
    /at least 10 characters\. Use at least one of each in it: upper-case letters, “äöü”\.$/,
  ],
  ['Password is known to be weak and easy to guess, please choose a different one.', /^Attackers try this password first/],
  [
    'Password should be at least 10 characters. Password is known to be weak and easy to guess, please choose a different one.',
    /at least 10 characters\. Attackers try this password first/,
  ],
  ['New words of a later version', /^This password is too easy to guess/],
])('shows at the password why the service finds it weak, in our own words: %s', async (message, words) => {
  await visit('/register', STRANGER);
  failNext('register', { code: 'weak_password', message, status: 422 });
  await fillAndSubmit();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(words);
  expect(alert).not.toHaveTextContent(message);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(new RegExp(words.source.replace(/[$^]/g, '')));
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expectTypedTextKept();
});

test.each([
  ['validation_failed', 400, 'Something else', /This was not accepted/],
  ['brand_new_code', 422, 'pq: relation "x" does not exist', /The server did not accept this/],
  ['unknown', 429, 'API rate limit exceeded', /Too many attempts/],
  ['unexpected_failure', 500, 'Database error saving new user', /The server is having problems/],
  ['hook_timeout', 422, 'Failed to reach hook within maximum time of 5.000000 seconds', /The server is having problems/],
  ['hook_timeout_after_retry', 422, 'Failed to reach hook after maximum retries', /The server is having problems/],
  ['unknown', 503, '{"nginx":1}', /The server is having problems/],
])('never shows the message of the service: %s, %i %s', async (code, status, message, words) => {
  await visit('/register', STRANGER);
  failNext('register', { code, message, status });
  await fillAndSubmit();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(words);
  expect(alert).not.toHaveTextContent(message);
  expectTypedTextKept();
});

test('shows at the address that the service cannot use it', async () => {
  await visit('/register', STRANGER);
  failNext('register', { code: 'email_address_invalid' });
  await fillAndSubmit();
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/cannot be used/);
  expectTypedTextKept();
  await enter(screen.getByLabelText('Name'), ' Lovelace');
  expect(screen.getByLabelText('Email')).toBeInvalid();
  await userEvent.type(screen.getByLabelText('Email'), '.org');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('offers the log-in and a reset link when the address has an account', async () => {
  backend.auth.addPerson(ADA);
  await visit('/register?next=/reports');
  await fillAndSubmit();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/There is an account/);
  const links = screen.getAllByRole('link', { name: 'Log in' }).filter((link) => alert.contains(link));
  expect(links).toHaveLength(1);
  expect(links[0]).toHaveAttribute('href', '/login?next=%2Freports');
  expectTypedTextKept();
});

test('keeps the typed text after a defect of the page itself', async () => {
  const reportError = jest.fn();
  Object.assign(window, { reportError });
  const fault = new TypeError('no such thing');
  const broken = () => (
    <RegisterForm
      onConfirmationSent={() => {
        throw fault;
      }}
    />
  );
  backend.auth.confirmsAddresses = true;
  await renderPage({ ...account, routes: { ...account.routes, register: () => Promise.resolve({ default: broken }) } }, { at: '/register', auth: STRANGER });
  await fillAndSubmit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong/);
  expect(reportError).toHaveBeenCalledWith(fault);
  expectTypedTextKept();
});

test('explains how to confirm the address, and keeps the other fields when the user tries another address', async () => {
  backend.auth.confirmsAddresses = true;
  await visit('/register?next=/reports', STRANGER);
  await fillAndSubmit();
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
  expect(backend.auth.mails).toMatchObject([{ to: 'ada@example.com', redirectTo: 'http://localhost/auth/confirm?type=email&next=%2Freports' }]);
  expect(screen.getByRole('status')).toHaveTextContent('on its way to ada@example.com');
  expect(screen.getByRole('button', { name: 'Send the email again' })).toHaveAccessibleDescription(/You can try again in \d+ s/);
  await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
  expect(await sent('/resend')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByRole('heading', { name: 'Create account' })).toHaveFocus();
  expectTypedTextKept();
});
