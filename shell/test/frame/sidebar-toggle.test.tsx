import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SidebarToggle } from '../../src/frame/sidebar-toggle.tsx';

test('hides the sidebar of this and later documents, and shows it again', async () => {
  render(<SidebarToggle />);
  const toggle = screen.getByRole('button', { name: 'Sidebar', expanded: true });
  expect(toggle).toHaveAttribute('title', 'Hide the sidebar');
  await userEvent.click(toggle);
  expect([document.documentElement.dataset['sidebar'], document.cookie]).toEqual(['hidden', 'atrium-sidebar=hidden']);
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveAttribute('title', 'Show the sidebar');
  await userEvent.click(toggle);
  expect([document.documentElement.dataset['sidebar'], document.cookie]).toEqual([undefined, '']);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
});
