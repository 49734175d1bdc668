import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Keys } from '../../src/palette/palette-section.tsx';
import { openSite, palette, prepareSite } from './open-site.tsx';

prepareSite();

// The only test of the file that opens the palette: the next one would find its code loaded.
test('keeps what the user types while its code loads, also over a text field of the page', async () => {
  await openSite({ orders: { page: <input aria-label="Amount" /> } });
  await userEvent.click(screen.getByLabelText('Amount'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('ordr{Backspace}er');
  await palette();
  const field = screen.getByRole('combobox', { name: 'Search or run a command' });
  expect(field).toHaveValue('order');
  expect(field).toHaveFocus();
  expect(screen.getByLabelText('Amount')).toHaveValue('');
});

test.each([
  ['G O', 'G then O', null],
  ['N', 'N', 'ltr'],
  ['Ctrl K', 'CtrlK', 'ltr'],
  ['⌘ K', '⌘K', 'ltr'],
])('%s reads “%s”', (shortcut, text, direction) => {
  const { container } = render(<Keys shortcut={shortcut} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('.palette-keys > span')?.getAttribute('dir')).toBe(direction);
});
