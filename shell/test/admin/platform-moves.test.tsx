import '@testing-library/jest-dom';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { broadcastReleaseChange, ids, openPlatformPage, remoteOf, ServerDouble, stateOf } from './platform-double.tsx';

let server: ServerDouble;

beforeEach(() => {
  server = new ServerDouble();
});

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

const tried = { canary: { release: ids.canary, percent: 5 } };

/** Opens the page and the dialog of a move of `orders`. */
async function ask(action: string, remote = remoteOf('orders')): Promise<HTMLElement> {
  server.state = stateOf([remote, remoteOf('sales')]);
  await openPlatformPage();
  await screen.findByRole('heading', { name: 'The orders' });
  await userEvent.click(within(row()).getByRole('button', { name: action }));
  return screen.findByRole('dialog', { name: `${action}: The orders` });
}

function row(): HTMLElement {
  const found = screen.getByRole('heading', { name: 'The orders' }).closest('li');
  if (!found) throw new Error('The remote is in no list.');
  return found;
}

async function give(dialog: HTMLElement, why: string, button: string): Promise<void> {
  if (why) await userEvent.type(within(dialog).getByLabelText('Reason'), why);
  const send = within(dialog).getByRole('button', { name: button });
  // What a refusal says can be there a moment before the button takes another press.
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'));
  await userEvent.click(send);
}

test.each([
  ['Promote', { action: 'promote', release: ids.canary }, `Release ${ids.canary} becomes what every visitor gets, in the place of ${ids.live}.`],
  ['Roll back', { action: 'rollback', release: ids.previous }, `Release ${ids.previous} becomes what every visitor gets again, in the place of ${ids.live}.`],
  ['Quarantine', { action: 'quarantine', release: ids.canary }, `Release ${ids.canary} is taken from the 5 of 100 visitors who get it; they get ${ids.live} again.`],
  ['Retire', { action: 'retire', release: null }, 'The module leaves the site'],
])('%s says what it will do, and sends what was seen with the reason', async (button, wish, effect) => {
  const dialog = await ask(button, remoteOf('orders', tried));
  expect(dialog).toHaveTextContent(effect);
  await give(dialog, '  because  ', button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toEqual([{ ...wish, name: 'orders', percent: null, expectedRevision: 7, why: 'because', force: false }]);
  expect(screen.getByText(/^The orders(?:: | has left)/)).toBeVisible();
});

test('nothing is sent without a reason, and the field says so', async () => {
  const dialog = await ask('Roll back');
  await give(dialog, '', 'Roll back');
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Say why');
  expect(within(dialog).getByLabelText('Reason')).toHaveFocus();
  expect(server.sent).toEqual([]);
});

test('the release to put in quarantine can be chosen, and what happens is said for each', async () => {
  const dialog = await ask('Quarantine', remoteOf('orders', tried));
  await userEvent.selectOptions(within(dialog).getByLabelText('Release'), ids.live);
  expect(dialog).toHaveTextContent(`Release ${ids.live} is taken from every visitor`);
  await give(dialog, 'bad', 'Quarantine');
  await waitFor(() => expect(server.sent).toMatchObject([{ action: 'quarantine', release: ids.live }]));
});

test('the share of a canary is a percentage; 0 ends it', async () => {
  const dialog = await ask('Change share', remoteOf('orders', tried));
  const field = within(dialog).getByLabelText('Share of the visitors, in percent');
  await userEvent.clear(field);
  await userEvent.type(field, '101');
  expect(dialog).toHaveTextContent('Give a percentage from 0 to 100.');
  await give(dialog, 'more', 'Change share');
  expect(server.sent).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '0');
  expect(dialog).toHaveTextContent('The canary ends');
  await give(dialog, '', 'Change share');
  await waitFor(() => expect(server.sent).toMatchObject([{ action: 'canary', release: ids.canary, percent: 0 }]));
});

test('the shell and the sign-in cannot be retired, nor a canary promoted that is not there', async () => {
  server.state = stateOf([remoteOf('shell', { kind: 'shell', title: null })]);
  await openPlatformPage();
  await screen.findByRole('heading', { name: 'Shell' });
  for (const name of ['Retire', 'Promote', 'Change share']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('what the gate has against it is listed; whoever insists sends it so', async () => {
  const dialog = await ask('Roll back');
  server.refuse(422, 'move-refused', { findings: [{ check: 'size', message: 'it is too large' }], canForce: true });
  await give(dialog, 'all the same', 'Roll back');
  expect(await within(dialog).findByText('it is too large')).toBeVisible();
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('all the same');
  await give(dialog, '', 'Roll back all the same');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toMatchObject([{ force: false }, { force: true, why: 'all the same' }]);
});

test('where nobody can insist, nobody is asked to', async () => {
  const dialog = await ask('Quarantine');
  server.refuse(422, 'move-refused', { findings: [{ check: 'stored', message: 'no earlier release can take its place' }], canForce: false });
  await give(dialog, 'bad', 'Quarantine');
  expect(await within(dialog).findByText('Nobody can insist on this.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /all the same/ })).toBeNull();
});

test('after somebody else moved the remote, the dialog shows it as it is now, and keeps what was typed', async () => {
  const dialog = await ask('Roll back');
  server.state = stateOf([remoteOf('orders', { live: ids.canary, previous: ids.live }), remoteOf('sales')], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'totals', 'Roll back');
  expect(await within(dialog).findByText(/Somebody else moved The orders meanwhile/)).toBeVisible();
  expect(dialog).toHaveTextContent(`Release ${ids.live} becomes what every visitor gets again, in the place of ${ids.canary}.`);
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('totals');
  await give(dialog, '', 'Roll back');
  await waitFor(() => expect(server.sent).toMatchObject([{ expectedRevision: 7 }, { expectedRevision: 8, release: ids.live, why: 'totals' }]));
});

test('where nothing is left to do, the dialog says so', async () => {
  const dialog = await ask('Promote', remoteOf('orders', tried));
  server.state = stateOf([remoteOf('orders', { live: ids.canary })], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'fine', 'Promote');
  expect(await within(dialog).findByText(/there is nothing to do here any more/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Promote' })).toHaveAttribute('aria-disabled', 'true');
});

test('what others moved elsewhere stops nobody', async () => {
  const dialog = await ask('Roll back');
  server.state = stateOf([remoteOf('orders'), remoteOf('sales', { live: null })], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'totals', 'Roll back');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toMatchObject([{ expectedRevision: 7 }, { expectedRevision: 8 }]);
});

test('without an answer it may have been done: the dialog says what to do, and it can be sent again', async () => {
  const dialog = await ask('Roll back');
  server.moves.push({ status: 200, data: { half: 'an answer' } });
  await give(dialog, 'totals', 'Roll back');
  expect(await within(dialog).findByText(/may have been done all the same/)).toBeVisible();
  server.moves.push({ status: 200, data: { moved: false, state: server.state } });
  await give(dialog, '', 'Roll back');
  expect(await screen.findByText('The orders: it was so already, and nothing changed.')).toBeVisible();
});

test('what moves meanwhile takes no dialog away; cancelling gives the focus back and sends nothing', async () => {
  const dialog = await ask('Roll back');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'half a sen');
  server.state = stateOf([remoteOf('orders', { live: ids.canary })], { revision: 9 });
  await broadcastReleaseChange();
  expect(await screen.findByText(/^Revision 9/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('half a sen');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent).toEqual([]);
  await waitFor(() => expect(within(row()).getByRole('button', { name: 'Roll back' })).toHaveFocus());
});

test('after a move that took its button away, the focus is on the heading of what was moved', async () => {
  const dialog = await ask('Promote', remoteOf('orders', tried));
  server.moves.push({ status: 200, data: { moved: true, state: stateOf([remoteOf('orders', { live: ids.canary, previous: null }), remoteOf('sales')], { revision: 8 }) } });
  await give(dialog, 'fine', 'Promote');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'The orders' })).toHaveFocus());
});
