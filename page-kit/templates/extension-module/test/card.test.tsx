import { renderSlot } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import module from '../src/module.ts';

test('the card shows who is signed in', async () => {
  await renderSlot(module, { extension: 'card', auth: 'signed-in' });
  expect(screen.getByRole('heading', { level: 2, name: '__title__' })).toBeVisible();
  expect(screen.getByText('You are signed in as ada@example.com.')).toBeVisible();
});
