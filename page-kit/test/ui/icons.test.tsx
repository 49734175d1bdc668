import '@testing-library/jest-dom';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import { Icon, ICON_NAMES } from '../../src/ui/icons.tsx';

test('the reference of the page contract lists all icons', () => {
  const reference = readFileSync(path.join(import.meta.dirname, '../../../docs/reference/page-contract.md'), 'utf8');
  expect(reference).toContain(ICON_NAMES.map((name) => `\`${name}\``).join(', '));
});

test('shows a square in a tint', () => {
  const { container } = render(<Icon name="tint-3" />);
  expect(container.querySelector('rect')).toHaveAttribute('fill', 'var(--atrium-tint-3)');
});

test.each([undefined, 'turbo-encabulator', 'constructor', 'tint-9'])('shows the default icon for the name %p', (name) => {
  const { container } = render(<Icon name={name} />);
  expect(container.querySelector('svg')).toHaveClass('lucide-file');
});
