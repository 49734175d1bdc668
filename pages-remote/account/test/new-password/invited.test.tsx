import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmationLink } from '../elsewhere.ts';
import { enter } from '../enter.ts';
import { STRANGER, visit } from '../visit.ts';

test('an invited user chooses a password, and continues to the board', async () => {
  const next = 'http://localhost/auth/confirm?type=email&next=%2Fworkspace%2Fx';
  const query = new URLSearchParams({ token_hash: await confirmationLink(), type: 'invite', next });
  const page = await visit(`/auth/confirm?${query.toString()}`, STRANGER);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await page.waitForPath('/update-password?next=%2Fworkspace%2Fx');
  await enter(await screen.findByLabelText('New password'), 'gannet plinth oxbow tureen');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/workspace/x');
});
