import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { NotFound } from '../../src/site/site.ts';
import { SiteDouble } from './site-double.ts';

test('the site renders "Page not found", with the texts and the way out of the page', () => {
  const { unmount } = render(<NotFound />);
  expect(document.body).toHaveTextContent('');
  unmount();
  new SiteDouble({});
  const { rerender } = render(<NotFound />);
  expect(screen.getByText('Page not found')).toBeVisible();
  rerender(<NotFound action={<a href="/orders">All orders</a>} text="It was deleted." title="Order not found" />);
  expect(document.body).toHaveTextContent('Order not foundIt was deleted.All orders');
});
