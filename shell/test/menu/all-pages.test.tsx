import '@testing-library/jest-dom';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { AllPagesButton, type AllPagesButtonProps } from '../../src/menu/all-pages-button.tsx';
import { MenuPanel } from '../../src/menu/menu-panel.tsx';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/');
});

function modulesNamed(...names: string[]) {
  return names.map((name) => moduleFor(manifestOf(name)));
}

const SEVEN = modulesNamed('one', 'two', 'three', 'four', 'five', 'six', 'seven');

async function renderButton(changes: Partial<AllPagesButtonProps> = {}) {
  await act(async () => {
    render(
      <BrowserRouter>
        <AllPagesButton
          findModules={() => Promise.resolve(true)}
          Extensions={() => <p>The boards</p>}
          loadPanel={() => Promise.resolve(MenuPanel)}
          loadStyles={() => Promise.resolve()}
          modules={new TabModules(SEVEN, true)}
          visitor="signed-in"
          {...changes}
        />
      </BrowserRouter>,
    );
    await Promise.resolve();
  });
}

function filter() {
  return screen.getByRole('textbox', { name: 'Filter pages' });
}

test('opens a panel with all pages, and says how many there are', async () => {
  await renderButton();
  await userEvent.click(screen.getByRole('button', { name: 'All pages 7' }));
  const panel = await screen.findByRole('dialog', { name: 'All pages' });
  expect(within(panel).getAllByRole('link')).toHaveLength(7);
  expect(within(panel).getByRole('status')).toHaveTextContent('7 pages');
  expect(within(panel).getByText('The boards')).toBeVisible();
});

test.each([
  [0, 'is not shown', null],
  [5, 'is shown on narrow screens only', 'shell-all-pages-narrow'],
])('with %i entries, %s', async (count, _what, className) => {
  await renderButton({ modules: new TabModules(SEVEN.slice(0, count), true) });
  const button = screen.queryByRole('button');
  if (className === null) expect(button).not.toBeInTheDocument();
  else expect(button).toHaveClass(className);
});

test('filters the pages, announces how many match, and opens the first with Enter', async () => {
  await renderButton();
  await userEvent.click(screen.getByRole('button', { name: /^All pages/ }));
  await userEvent.type(filter(), 'menu f');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Menu four', 'Menu five']);
  expect(screen.getByRole('status')).toHaveTextContent('2 of 7 pages');
  expect(screen.queryByText('The boards')).not.toBeInTheDocument();
  await userEvent.type(filter(), 'x');
  expect(screen.getByText('No page matches “menu fx”.')).toBeVisible();
  await userEvent.clear(filter());
  await userEvent.type(filter(), 'six{Enter}');
  expect(window.location.pathname).toBe('/six');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('opens again when the button is pressed before the panel has reported that it closed', async () => {
  await renderButton();
  const button = screen.getByRole('button', { name: /^All pages/ });
  await userEvent.click(button);
  const panel = await screen.findByRole<HTMLDialogElement>('dialog');
  // Later, as a busy browser reports it.
  panel.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  panel.close();
  await userEvent.click(button);
  panel.dispatchEvent(new Event('close'));
  expect(filter()).toBeVisible();
});

test('moves among the pages with the keyboard, and letters lead back to the filter', async () => {
  await renderButton();
  await userEvent.click(screen.getByRole('button', { name: /^All pages/ }));
  await userEvent.click(filter());
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Menu one' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Menu two' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('link', { name: 'Menu seven' })).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(filter()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}fi');
  expect(filter()).toHaveFocus();
  expect(filter()).toHaveValue('fi');
});

test('waits with a skeleton for the modules that the tab does not know, and fills in', async () => {
  const modules = new TabModules(SEVEN.slice(0, 5), false);
  await renderButton({ modules, findModules: () => new Promise(() => undefined) });
  await userEvent.click(screen.getByRole('button', { name: 'All pages' }));
  expect(await screen.findByText('Loading…')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  await userEvent.type(filter(), 'seven');
  act(() => modules.replace(new TabModules(SEVEN, true).list, true));
  expect(screen.getByRole('link')).toHaveTextContent('Menu seven');
  expect(filter()).toHaveFocus();
});

test('shows the known pages if the others cannot be found, and asks again', async () => {
  const modules = new TabModules(SEVEN.slice(0, 5), false);
  const findModules = jest.fn(() => Promise.resolve(false));
  await renderButton({ modules, findModules });
  await userEvent.click(screen.getByRole('button', { name: /^All pages/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Some pages could not be loaded');
  expect(screen.getAllByRole('link')).toHaveLength(5);
  findModules.mockImplementation(() => {
    act(() => modules.replace(new TabModules(SEVEN, true).list, true));
    return Promise.resolve(true);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(7));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveFocus();
});

test('loads the panel when the user points at the button, and says so if it cannot be loaded', async () => {
  const reported = jest.fn();
  // jsdom lacks it.
  Object.defineProperty(globalThis, 'reportError', { value: reported, configurable: true });
  const loadPanel = jest.fn(() => Promise.reject<typeof MenuPanel>(new Error('offline')));
  await renderButton({ loadPanel });
  const button = screen.getByRole('button', { name: /^All pages/ });
  await userEvent.hover(button);
  expect(loadPanel).toHaveBeenCalledTimes(1);
  expect(shownToasts()).toEqual([]);
  await userEvent.click(button);
  expect(shownToasts()).toEqual([expect.objectContaining({ tone: 'error' })]);
  expect(reported).toHaveBeenCalled();
  loadPanel.mockImplementation(() => Promise.resolve(MenuPanel));
  await userEvent.click(button);
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('closes by its button, which returns the focus', async () => {
  await renderButton();
  const button = screen.getByRole('button', { name: /^All pages/ });
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button).toHaveFocus();
});
