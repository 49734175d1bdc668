import '@testing-library/jest-dom';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { broadcastReleaseChange, ids, openPlatformPage, remoteOf, ServerDouble, stateOf } from './platform-double.tsx';

let server: ServerDouble;

beforeEach(() => {
  server = new ServerDouble();
});

afterEach(() => {
  jest.useRealTimers();
  for (const { id } of shownToasts()) dismissToast(id);
});

const WITH_CANARY = { canary: { release: ids.canary, percent: 5 } };

/** Opens the page and the dialog of a move of `orders`. */
async function ask(action: string, remote = remoteOf('orders')): Promise<HTMLElement> {
  server.state = stateOf([remote, remoteOf('sales')]);
  await openPlatformPage();
  await screen.findByRole('heading', { name: 'The orders' });
  await userEvent.click(actions());
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog', { name: `${action}: The orders` });
}

/** The button with the moves of `orders`. */
function actions(): HTMLElement {
  return screen.getByRole('button', { name: 'Actions: The orders' });
}

async function give(dialog: HTMLElement, why: string, button: string): Promise<void> {
  if (why) {
    await userEvent.click(within(dialog).getByLabelText('Reason'));
    await userEvent.paste(why);
  }
  const send = within(dialog).getByRole('button', { name: button });
  // The refusal can appear a moment before the button accepts another press.
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'));
  await userEvent.click(send);
}

test.each([
  ['Promote', { action: 'promote', release: ids.canary }, `All visitors get release ${ids.canary} instead of ${ids.live}.`],
  ['Roll back', { action: 'rollback', release: ids.previous }, `All visitors get release ${ids.previous} again, instead of ${ids.live}.`],
  ['Quarantine', { action: 'quarantine', release: ids.canary }, `The 5 of 100 visitors who get release ${ids.canary} get ${ids.live} again.`],
  ['Retire', { action: 'retire', release: null }, 'The module leaves the site'],
])('%s describes its effect, and sends the state that the user saw with the reason', async (button, wish, effect) => {
  const dialog = await ask(button, remoteOf('orders', WITH_CANARY));
  expect(dialog).toHaveTextContent(effect);
  await give(dialog, '  because  ', button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toEqual([{ ...wish, name: 'orders', percent: null, expectedRevision: 7, why: 'because', force: false }]);
  expect(screen.getByText(/^The orders(?:: | has left)/)).toBeVisible();
});

test('sends nothing without a reason, and marks the field', async () => {
  const dialog = await ask('Roll back');
  await give(dialog, '', 'Roll back');
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a reason');
  expect(within(dialog).getByLabelText('Reason')).toHaveFocus();
  expect(server.sent).toEqual([]);
});

test('lets the user choose the release to quarantine, and describes the effect for each', async () => {
  const dialog = await ask('Quarantine', remoteOf('orders', WITH_CANARY));
  await userEvent.selectOptions(within(dialog).getByLabelText('Release'), ids.live);
  expect(dialog).toHaveTextContent(`Visitors no longer get release ${ids.live}`);
  await give(dialog, 'bad', 'Quarantine');
  await waitFor(() => expect(server.sent).toMatchObject([{ action: 'quarantine', release: ids.live }]));
});

test('takes a percentage as the share of a canary; 0 ends the canary', async () => {
  const dialog = await ask('Change share', remoteOf('orders', WITH_CANARY));
  const field = within(dialog).getByLabelText('Share of the visitors, in percent');
  await userEvent.clear(field);
  await userEvent.type(field, '101');
  expect(dialog).toHaveTextContent('Enter a percentage from 0 to 100.');
  await give(dialog, 'more', 'Change share');
  expect(server.sent).toEqual([]);
  for (const typed of ['2,5', '٢٫٥']) {
    fireEvent.change(field, { target: { value: typed } });
    expect(dialog).toHaveTextContent('2.5');
    expect(dialog).not.toHaveTextContent('Enter a percentage');
  }
  await userEvent.clear(field);
  await userEvent.type(field, '0');
  expect(dialog).toHaveTextContent('The canary ends');
  await give(dialog, '', 'Change share');
  await waitFor(() => expect(server.sent).toMatchObject([{ action: 'canary', release: ids.canary, percent: 0 }]));
});

test('offers neither to retire the shell or the sign-in, nor to promote a canary that does not exist', async () => {
  server.state = stateOf([remoteOf('shell', { kind: 'shell', title: null })]);
  await openPlatformPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: Shell' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Roll back', 'Details', 'History', 'Quarantine']);
});

test("lists the gate's findings, and sends the move with force on request", async () => {
  const dialog = await ask('Roll back');
  server.refuse(422, 'move-refused', { findings: [{ check: 'size', message: 'it is too large' }], canForce: true });
  await give(dialog, 'all the same', 'Roll back');
  expect(await within(dialog).findByText('it is too large')).toBeVisible();
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('all the same');
  await give(dialog, '', 'Roll back anyway');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toMatchObject([{ force: false }, { force: true, why: 'all the same' }]);
});

test('offers no force where the gate does not allow it', async () => {
  const dialog = await ask('Quarantine');
  server.refuse(422, 'move-refused', { findings: [{ check: 'stored', message: 'no earlier release can replace it' }], canForce: false });
  await give(dialog, 'bad', 'Quarantine');
  expect(await within(dialog).findByText('This cannot be forced.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /anyway/ })).toBeNull();
});

test("shows the remote's new state after another person moved it, and keeps the typed reason", async () => {
  const dialog = await ask('Roll back');
  server.state = stateOf([remoteOf('orders', { live: ids.canary, previous: ids.live }), remoteOf('sales')], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'totals', 'Roll back');
  expect(await within(dialog).findByText(/Someone else moved The orders in the meantime/)).toBeVisible();
  expect(dialog).toHaveTextContent(`All visitors get release ${ids.live} again, instead of ${ids.canary}.`);
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('totals');
  await give(dialog, '', 'Roll back');
  await waitFor(() => expect(server.sent).toMatchObject([{ expectedRevision: 7 }, { expectedRevision: 8, release: ids.live, why: 'totals' }]));
});

test('says that the move is no longer possible', async () => {
  const dialog = await ask('Promote', remoteOf('orders', WITH_CANARY));
  server.state = stateOf([remoteOf('orders', { live: ids.canary })], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'fine', 'Promote');
  expect(await within(dialog).findByText(/this move is no longer possible/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Promote' })).toHaveAttribute('aria-disabled', 'true');
});

test('sends the move again after another remote was moved', async () => {
  const dialog = await ask('Roll back');
  server.state = stateOf([remoteOf('orders'), remoteOf('sales', { live: null })], { revision: 8 });
  server.refuse(409, 'revision-mismatch', { expected: 7, actual: 8 });
  await give(dialog, 'totals', 'Roll back');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toMatchObject([{ expectedRevision: 7 }, { expectedRevision: 8 }]);
});

test('explains a missing response, and sends the move again on request', async () => {
  const dialog = await ask('Roll back');
  server.moves.push({ status: 200, data: { half: 'a response' } });
  await give(dialog, 'totals', 'Roll back');
  expect(await within(dialog).findByText(/may have succeeded anyway/)).toBeVisible();
  server.moves.push({ status: 200, data: { moved: false, state: server.state } });
  await give(dialog, '', 'Roll back');
  expect(await screen.findByText('The orders: nothing changed, because this was already the case.')).toBeVisible();
});

test('keeps the dialog open while releases move; cancelling restores the focus and sends nothing', async () => {
  const dialog = await ask('Roll back');
  await userEvent.click(within(dialog).getByLabelText('Reason'));
  await userEvent.paste('half a sen');
  server.state = stateOf([remoteOf('orders', { live: ids.canary })], { revision: 9 });
  // The page requests the state at most every three seconds.
  jest.useFakeTimers({ advanceTimers: true, now: Date.now() + 3_000 });
  await broadcastReleaseChange();
  await act(() => jest.advanceTimersByTimeAsync(10));
  jest.useRealTimers();
  expect(screen.getByText(/^Revision 9/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('half a sen');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent).toEqual([]);
  await waitFor(() => expect(actions()).toHaveFocus());
});

test("returns the focus to the remote's menu after a move", async () => {
  const dialog = await ask('Promote', remoteOf('orders', WITH_CANARY));
  server.moves.push({ status: 200, data: { moved: true, state: stateOf([remoteOf('orders', { live: ids.canary, previous: null }), remoteOf('sales')], { revision: 8 }) } });
  await give(dialog, 'fine', 'Promote');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(actions()).toHaveFocus());
});
