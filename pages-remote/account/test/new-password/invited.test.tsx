import { ADA, backend } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
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

test.each([
  ['Bob', 'Bob invited you to this board'],
  ['', 'You are invited to this board'],
])('an invited user sees the board, and that %j invited them', async (inviter, text) => {
  backend.databaseFunction('workspace_my_invitations', () => [
    { board: 'y', board_name: 'Another board', invited_by: 'Carl' },
    { board: 'x', board_name: 'Choir', invited_by: inviter },
  ]);
  await visit('/update-password?next=%2Fworkspace%2Fx', { person: { ...ADA, name: '' } });
  expect(await screen.findByText('Choir')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText('Another board')).not.toBeInTheDocument();
});

test('an invited user sets up the account even if the invitation cannot be read', async () => {
  backend.databaseFunction('workspace_my_invitations', () => Response.json({ message: 'failed' }, { status: 400 }));
  await visit('/update-password?next=%2Fworkspace%2Fx', { person: { ...ADA, name: '' } });
  const field = await screen.findByLabelText('Password');
  await waitFor(() => expect(document.querySelector('[style*="visibility: hidden"]')).not.toBeNull());
  expect(field).toBeVisible();
  expect(screen.queryByText(/invited/)).not.toBeInTheDocument();
});
