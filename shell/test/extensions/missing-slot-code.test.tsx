import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { Counter, LIVE, renderHome, SlotTests } from './render-slot.tsx';

// The file with the code of slots does not arrive.
jest.mock('../../src/extensions/slot.tsx', () => {
  throw new TypeError('Failed to fetch');
});

new SlotTests();

test('a slot shows its children, and the page works, if the code of slots does not load', async () => {
  await renderHome({ orders: { [LIVE]: { components: { count: Counter } } } });
  expect(await screen.findByText('No cards')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible();
});
