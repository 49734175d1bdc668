import { ADA, backend } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resetLink } from '../elsewhere.ts';
import { sent, visit } from '../visit.ts';

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

describe('a link that a signed-in user opens', () => {
  const WARNING = 'You are logged in as ada@example.com. If this link belongs to another account, Continue logs you out and opens that account.';

  test('names the signed-in account, and warns that the link may belong to another one', async () => {
    await visit(`/auth/confirm?token_hash=${await resetLink()}&type=recovery`, 'signed-in');
    expect(screen.getByRole('status')).toHaveTextContent(WARNING);
  });

  test('warns as well when the link claims to belong to the same account, which anyone can forge', async () => {
    const grace = { email: 'grace@example.com', password: 'correct horse', name: 'Grace' };
    backend.auth.addPerson(grace);
    const { refresh_token } = await backend.auth.openSession(grace.email);
    backend.auth.addPerson(ADA);
    const { access_token: own } = await backend.auth.openSession(ADA.email);
    const [header, claims] = own.split('.');
    const access_token = `${header ?? ''}.${claims ?? ''}.forged`;
    await visit(`/auth/confirm#${new URLSearchParams({ access_token, refresh_token, type: 'magiclink' }).toString()}`, 'signed-in');
    expect(screen.getByRole('status')).toHaveTextContent(WARNING);
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
