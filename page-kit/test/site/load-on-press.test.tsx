import '@testing-library/jest-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { useLoadOnPress } from '../../src/site/load-on-press.ts';
import { Button } from '../../src/ui/ui.ts';

const failures: unknown[] = [];
/** The loads that have not ended, oldest first. */
let loads: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];

const load = () => new Promise<ComponentType>((resolve, fail) => loads.push({ end: () => resolve(Panel), fail }));

function Panel() {
  return <p>The panel</p>;
}

function Page() {
  const { Part, busy, button, close } = useLoadOnPress(load, (error) => failures.push(error));
  return (
    <>
      <Button {...button} busy={busy}>
        Open
      </Button>
      <Button>Other</Button>
      <input aria-label="Field" />
      {Part && <Part />}
      {Part && <Button onClick={close}>Close</Button>}
    </>
  );
}

beforeEach(() => {
  failures.length = 0;
  loads = [];
});

/** Presses the button. Returns the load that the press has started, after the one for the pointer. */
async function press() {
  render(<Page />);
  const open = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(open);
  expect(open).toHaveAttribute('aria-busy', 'true');
  const started = loads.at(-1);
  if (!started) throw new Error('The press has not loaded the part.');
  return { open, started };
}

test('loads the part when the user points at the button, and shows it after a press', async () => {
  const { open, started } = await press();
  expect(loads.length).toBeGreaterThan(1);
  started.end();
  expect(await screen.findByText('The panel')).toBeVisible();
  expect(open).not.toHaveAttribute('aria-busy');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('The panel')).not.toBeInTheDocument();
});

test.each<[string, () => Promise<unknown>]>([
  ['presses Escape', () => userEvent.keyboard('{Escape}')],
  ['presses another button', () => userEvent.click(screen.getByRole('button', { name: 'Other' }))],
  ['writes in a field', () => userEvent.type(screen.getByLabelText('Field'), 'a')],
])('does not show a part if the user %s while it loads', async (_, moveOn) => {
  const { open, started } = await press();
  await moveOn();
  expect(open).not.toHaveAttribute('aria-busy');
  await act(() => Promise.resolve(started.end()));
  expect(screen.queryByText('The panel')).not.toBeInTheDocument();
  await userEvent.click(open);
  loads.at(-1)?.end();
  expect(await screen.findByText('The panel')).toBeVisible();
});

test('a double click, and moving the focus, do not cancel it', async () => {
  const { open, started } = await press();
  await userEvent.click(open);
  await userEvent.tab();
  started.end();
  expect(await screen.findByText('The panel')).toBeVisible();
});

test('reports a failure after a press only', async () => {
  const { open, started } = await press();
  for (const prepared of loads) if (prepared !== started) prepared.fail(new Error('Prepared'));
  started.fail(new Error('Pressed'));
  await waitFor(() => expect(open).not.toHaveAttribute('aria-busy'));
  expect(failures).toEqual([new Error('Pressed')]);
});

test('does not report a failure after the user has cancelled it', async () => {
  const { started } = await press();
  await userEvent.keyboard('{Escape}');
  await act(() => Promise.resolve(started.fail(new Error('Pressed'))));
  expect(failures).toEqual([]);
});
