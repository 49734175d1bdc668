import '@testing-library/jest-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AlertDialog, Dialog, Menu, MenuItem } from '../../src/primitives/primitives.ts';
import { Button, TextField } from '../../src/ui/ui.ts';

function Renaming({ busy = false }: { readonly busy?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog actions={<Button tone="primary">Save</Button>} busy={busy} description="Everybody sees it." onClose={() => setOpen(false)} open={open} title="Rename the board">
        <TextField label="Name" />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  test('has a name and description, focuses its first field, and returns the focus', async () => {
    render(<Renaming />);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename the board' });
    expect(dialog).toHaveAccessibleDescription('Everybody sees it.');
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
  });

  test('keeps the focus inside: the first field follows the closing button', async () => {
    render(<Renaming />);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await userEvent.tab({ shift: true });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is in the part of the window that an on-screen keyboard leaves, unless the user has zoomed in', async () => {
    const visible = Object.assign(new EventTarget(), { height: 500, offsetTop: 40, scale: 1 });
    jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(844);
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: visible });
    render(<Renaming />);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    const place = (await screen.findByRole('dialog')).parentElement;
    expect(place?.style.insetBlock).toBe('40px 304px');
    visible.scale = 2;
    act(() => void visible.dispatchEvent(new Event('resize')));
    expect(place?.style.insetBlock).toBe('');
    Reflect.deleteProperty(window, 'visualViewport');
    jest.restoreAllMocks();
  });

  test('cannot be closed while busy', async () => {
    render(<Renaming busy />);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog).toBeInTheDocument();
  });

  test('returns the focus when it is removed together with its parent', async () => {
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Move</Button>
          {open && <Dialog actions={<Button onClick={() => setOpen(false)}>Cancel</Button>} onClose={() => setOpen(false)} open title="Moving" />}
        </>
      );
    }
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move' })).toHaveFocus());
  });
});

describe('AlertDialog', () => {
  const answers = { onConfirm: jest.fn(), onCancel: jest.fn() };
  const question = (more: { readonly busy?: boolean; readonly failure?: string } = {}) => (
    <AlertDialog cancel="Keep it" confirm="Delete board" description="All notes go with it." open title="Delete “Garden”?" {...answers} {...more} />
  );
  beforeEach(() => jest.clearAllMocks());

  test('focuses the cancelling button', async () => {
    render(question());
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Garden”?' });
    expect(dialog).toHaveAccessibleDescription('All notes go with it.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(answers.onCancel).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Delete board' }));
    expect(answers.onConfirm).toHaveBeenCalledTimes(1);
  });

  test('cancels on Escape, except while busy', async () => {
    const { rerender } = render(question({ busy: true }));
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    expect(answers.onCancel).not.toHaveBeenCalled();
    rerender(question({ failure: 'The board could not be deleted.' }));
    expect(screen.getByRole('alert')).toHaveTextContent('The board could not be deleted.');
    await userEvent.keyboard('{Escape}');
    expect(answers.onCancel).toHaveBeenCalledTimes(1);
  });
});

describe('“back” on a touch screen', () => {
  /** Presses it, as browsers with the Navigation API report it. Returns whether the page stays. */
  function pressBack(): boolean {
    const event = Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse', destination: { index: 0 } });
    act(() => void window.navigation.dispatchEvent(event));
    return event.defaultPrevented;
  }

  beforeEach(() => {
    Object.defineProperty(window, 'navigation', { configurable: true, value: Object.assign(new EventTarget(), { currentEntry: { index: 1 } }) });
    jest.spyOn(window, 'matchMedia').mockReturnValue({ ...matchMedia(''), matches: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'navigation');
    jest.restoreAllMocks();
  });

  test.each([
    ['Dialog', (busy: boolean, onClose: () => void) => <Dialog busy={busy} onClose={onClose} open title="Rename" />],
    ['AlertDialog', (busy: boolean, onClose: () => void) => <AlertDialog busy={busy} cancel="Keep it" confirm="Delete" description="All notes." onCancel={onClose} onConfirm={jest.fn()} open title="Delete it?" />],
  ])('closes a %s instead of leaving the page, and while busy does neither', (_name, dialog) => {
    const onClose = jest.fn();
    const { rerender, unmount } = render(dialog(true, onClose));
    expect(pressBack()).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    rerender(dialog(false, onClose));
    expect(pressBack()).toBe(true);
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();
    expect(pressBack()).toBe(false);
  });
});

test('a dialog that a menu opened returns the focus to the button of the menu', async () => {
  function Board() {
    const [asking, setAsking] = useState(false);
    return (
      <>
        <Menu trigger={<Button>More</Button>}>
          <MenuItem onSelect={() => setAsking(true)} tone="danger">Delete board</MenuItem>
        </Menu>
        <AlertDialog cancel="Keep it" confirm="Delete" description="All notes." onCancel={() => setAsking(false)} onConfirm={jest.fn()} open={asking} title="Delete it?" />
      </>
    );
  }
  render(<Board />);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete board' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});

test('a closing dialog does not take the focus from another element', async () => {
  function Notes() {
    const [asking, setAsking] = useState(false);
    const [gone, setGone] = useState(false);
    if (gone) return <input aria-label="Next note" autoFocus />;
    return (
      <>
        <Button onClick={() => setAsking(true)}>Delete</Button>
        <AlertDialog cancel="Keep it" confirm="Delete permanently" description="Its files, too." onCancel={() => setAsking(false)} onConfirm={() => setGone(true)} open={asking} title="Delete it?" />
      </>
    );
  }
  render(<><a href="/other">Elsewhere</a><Notes /></>);
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete permanently' }));
  expect(await screen.findByLabelText('Next note')).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Elsewhere' })).toBeVisible());
  expect(screen.getByLabelText('Next note')).toHaveFocus();
});

test('a closing dialog leaves the focus in what its action opened beside the button', async () => {
  function Notes() {
    const [asking, setAsking] = useState(false);
    const [copied, setCopied] = useState(false);
    return (
      <>
        <Button onClick={() => setAsking(true)}>Copy</Button>
        {copied && <input aria-label="Title of the copy" autoFocus />}
        <AlertDialog
          cancel="Not now"
          confirm="Copy with files"
          description="Its files, too."
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            setCopied(true);
          }}
          open={asking}
          title="Copy it?"
        />
      </>
    );
  }
  render(<Notes />);
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Copy with files' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Title of the copy')).toHaveFocus();
});
