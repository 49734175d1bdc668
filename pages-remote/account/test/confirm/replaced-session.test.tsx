import { ADA, backend } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resetLink } from '../elsewhere.ts';
import { sent, visit } from '../visit.ts';

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

describe('a link that a signed-in user opens', () => {
  const GRACE = { email: 'grace@example.com', password: 'correct horse', name: 'Grace' };

  async function sessionLink(email: string): Promise<string> {
    const { access_token, refresh_token } = await backend.auth.openSession(email);
    return `/auth/confirm#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' }).toString()}`;
  }

  test('names the signed-in account, and warns that the link may belong to another one', async () => {
    await visit(`/auth/confirm?token_hash=${await resetLink()}&type=recovery`, 'signed-in');
    const words = 'You are logged in as ada@example.com. If this link belongs to another account, Continue logs you out and opens that account.';
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  test('names both accounts, the other one masked, when the link reveals it', async () => {
    backend.auth.addPerson(GRACE);
    const page = await visit(await sessionLink(GRACE.email), 'signed-in');
    expect(screen.getByRole('status')).toHaveTextContent('You are logged in as ada@example.com. Continue logs you out and opens the account g•••@example.com.');
    await proceed();
    await screen.findByLabelText('New password');
    expect(page.auth.state.user?.email).toBe(GRACE.email);
  });

  test('shows no warning for a link of the same account', async () => {
    backend.auth.addPerson(ADA);
    await visit(await sessionLink(ADA.email), 'signed-in');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  test('is not redeemed by a press before the warning appeared', async () => {
    const link = await resetLink();
    const page = await visit(`/auth/confirm?token_hash=${link}&type=recovery`, 'starting');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await proceed();
    await page.auth.finishStart();
    expect(await screen.findByRole('status')).toHaveTextContent(/^You are logged in as ada@example\.com/);
    expect(await sent('/verify')).toEqual([]);
    await proceed();
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });
});
