import { backend, faults } from '@atrium/page-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLinks } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

const field = () => screen.getByLabelText('New email');
const addresses = () => within(screen.getByRole('list', { name: 'Email' })).getAllByRole('listitem');
const submit = () => screen.getByRole('button', { name: 'Change email' });

test('requires a sign-in, and is linked from the account', async () => {
  await visit('/account', 'signed-in');
  expect(screen.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/account/security');
  await userEvent.click(screen.getByRole('link', { name: 'Change your email' }));
  expect(await screen.findByLabelText('New email')).toHaveAttribute('autocomplete', 'email');
  expect(screen.getByText('ada@example.com')).toBeVisible();
});

test('says where the link was sent and who else may have to confirm, and pauses for the same address', async () => {
  await visit('/account/email', 'signed-in');
  await enter(field(), ' ada@lovelace.example');
  await userEvent.click(submit());
  // The session has the pending address before the form knows that its request has succeeded.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Email' })).toHaveFocus());
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Open the link that we sent to ada@lovelace.example.');
  expect(status).toHaveTextContent('If ada@example.com got one too, open both.');
  const [present, pending] = addresses();
  expect(present).toHaveTextContent(/^ada@example\.comYour log-in until the change is confirmed$/);
  expect(pending).toHaveTextContent(/^ada@lovelace\.exampleWaiting for confirmation/);
  // What can be done about the change is part of its item.
  expect(pending).toContainElement(status);
  expect(pending).toContainElement(screen.getByRole('button', { name: 'Send the link again' }));
  expect(backend.auth.mails.map(({ to }) => to)).toEqual(['ada@lovelace.example', 'ada@example.com']);
  expect(screen.queryByLabelText('New email')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send the link again' })).toHaveAccessibleDescription(/You can try again in \d+ s/);
  await userEvent.click(screen.getByRole('button', { name: 'Change your email' }));
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('');
  expect(screen.queryByText(/^We email a link/)).not.toBeInTheDocument();
  await enterAndSubmit(field(), 'ada@lovelace.example');
  expect(await sent('/user')).toHaveLength(1);
  await userEvent.type(field(), '.org{Enter}');
  await screen.findByText(/sent to ada@lovelace\.example\.org/);
  expect(backend.auth.mails.slice(2).map(({ to }) => to)).toEqual(['ada@lovelace.example.org', 'ada@example.com']);
});

test.each(['/account', '/account/sign-in', '/account/email'])('%s shows a pending change, and sends the links again', async (address) => {
  await changeLinks('ada@lovelace.example');
  await visit(address, 'signed-in');
  expect(screen.getByText(/^Open the link that we sent to ada@lovelace\.example\./)).toBeVisible();
  expect(addresses()).toHaveLength(2);
  const again = screen.getByRole('button', { name: 'Send the link again' });
  failNext('updateEmail', { code: 'network' });
  await userEvent.click(again);
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await userEvent.click(again);
  expect(await screen.findByText('The link is on its way again.')).toBeVisible();
  expect(backend.auth.mails.slice(2).map(({ to }) => to)).toEqual(['ada@lovelace.example', 'ada@example.com']);
  expect(again).toHaveFocus();
  await userEvent.click(again);
  expect(again).toHaveAccessibleDescription(/You can try again in \d+ s/);
  expect((await sent('/user')).filter(({ method }) => method === 'PUT')).toHaveLength(3);
});

test('confirms the change when the service needs no confirmation', async () => {
  const page = await visit('/account/email', 'signed-in');
  const changed = { ...page.auth.state.user, email: 'ada@lovelace.example' };
  faults.next({ action: 'updateEmail', respond: () => Response.json(changed) });
  await enterAndSubmit(field(), 'ada@lovelace.example');
  expect(await screen.findByRole('status')).toHaveTextContent('Your email is now ada@lovelace.example.');
});

test.each([
  ['', 'Enter your email address.'],
  ['ada', /whole email address/],
  ['ADA@example.com', 'This is already your email.'],
])('does not send %j', async (typed, text) => {
  await visit('/account/email', 'signed-in');
  await enterAndSubmit(field(), typed);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(field()).toHaveFocus();
  expect(await sent('/user')).toEqual([]);
});

test.each([
  ['email_exists', 422, 'This address cannot be used. Check it for typos, or take another one.'],
  ['email_address_invalid', 400, 'This address cannot be used. Check it for typos.'],
])('shows %s at the field without revealing whether the address has an account', async (code, status, text) => {
  await visit('/account/email', 'signed-in');
  failNext('updateEmail', { code, status });
  await enterAndSubmit(field(), 'grace@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('grace@example.com');
});

test.each([
  ['over_email_send_rate_limit', 429, /Too many emails/],
  ['network', 0, /no connection/],
])('explains %s', async (code, status, text) => {
  await visit('/account/email', 'signed-in');
  failNext('updateEmail', { code, status });
  await enterAndSubmit(field(), 'grace@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('links to the code when it is missing', async () => {
  await visit('/account/email', 'signed-in');
  failNext('updateEmail', { code: 'insufficient_aal', status: 401 });
  await enterAndSubmit(field(), 'grace@example.com');
  expect(await screen.findByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Femail');
});
