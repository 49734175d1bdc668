import { render } from '@testing-library/react';
import { Keys } from '../../src/palette/palette-section.tsx';

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
