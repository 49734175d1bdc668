import '@testing-library/jest-dom';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IconButton, Menu, MenuItem, MenuOptions, Popover, Tooltip } from '../../src/primitives/primitives.ts';
import { Button } from '../../src/ui/ui.ts';

describe('Menu', () => {
  const [onRename, onExport, onDelete] = [jest.fn(), jest.fn(), jest.fn()];
  beforeEach(() => {
    jest.clearAllMocks();
    render(
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem icon={<svg />} onSelect={onRename} shortcut="Alt R">Rename</MenuItem>
        <MenuItem onSelect={onExport} unavailable>Export</MenuItem>
        <MenuItem onSelect={onDelete} tone="danger">Delete</MenuItem>
      </Menu>,
    );
  });

  test('opens with the keyboard on its first item, wraps around with arrow keys, and returns the focus on Escape', async () => {
    const trigger = screen.getByRole('button', { name: 'Actions' });
    expect(trigger).toHaveAttribute('aria-haspopup', 'menu');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus());
    expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(trigger).toHaveFocus();
    expect(onDelete).not.toHaveBeenCalled();
  });

  test('shows the keys of an action, which are no part of its name', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toHaveTextContent(/^RenameAltR$/);
  });

  test('runs the selected action once, and closes', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(onDelete).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test('shows unavailable actions, but does not run them', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    const item = await screen.findByRole('menuitem', { name: 'Export' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(item);
    expect(onExport).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeInTheDocument();
  });
});

test('MenuOptions shows the current value, and reports another one', async () => {
  const onChoose = jest.fn();
  render(
    <Menu trigger={<Button>Order</Button>}>
      <MenuOptions onChoose={onChoose} options={[{ value: 'new', label: 'Newest' }, { value: 'old', label: 'Oldest' }]} value="new" />
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Order' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Newest' })).toBeChecked();
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Oldest' }));
  expect(onChoose.mock.calls).toEqual([['old']]);
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
});

test('Popover has the name of its button, takes the focus, and returns it on Escape', async () => {
  function Example() {
    const [open, setOpen] = useState(false);
    return (
      <Popover onOpenChange={setOpen} open={open} trigger={<Button>Filter</Button>}>
        <Button>Only mine</Button>
      </Popover>
    );
  }
  render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('dialog', { name: 'Filter' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Only mine' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
});

describe('Tooltip', () => {
  const button = (
    <Tooltip text="Move up">
      <Button aria-label="Move up: Peas">↑</Button>
    </Tooltip>
  );

  test('opens on focus without changing the name, and closes on Escape', async () => {
    render(button);
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Move up: Peas' })).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Move up');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Move up: Peas' })).toHaveFocus();
  });

  test('opens for the pointer', async () => {
    render(button);
    await userEvent.hover(screen.getByRole('button'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Move up');
    await userEvent.unhover(screen.getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  });
});

test('an icon button has a name, a tooltip and a menu', async () => {
  render(
    <Menu trigger={<IconButton icon={<svg />} label="Actions for Ada" tip="Actions" />}>
      <MenuItem onSelect={jest.fn()}>Remove</MenuItem>
    </Menu>,
  );
  await userEvent.tab();
  const trigger = screen.getByRole('button', { name: 'Actions for Ada' });
  expect(trigger).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Actions');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Remove' })).toHaveFocus());
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(trigger).toHaveFocus());
});

test('a menu that replaces its pressed placeholder is open, and returns the focus to its button', async () => {
  render(
    <Menu defaultOpen trigger={<Button>More</Button>}>
      <MenuItem onSelect={jest.fn()}>Rename</MenuItem>
    </Menu>,
  );
  await waitFor(() => expect(screen.getByRole('menu')).toContainElement(document.activeElement instanceof HTMLElement ? document.activeElement : null));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});
