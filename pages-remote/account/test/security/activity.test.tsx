import { ADA, backend } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { visit } from '../visit.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const items = async () => within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');

/** Opens the security page with these events, an hour apart, the newest first. */
async function openActivity(...events: readonly (readonly [kind: string, detail?: string | null, userAgent?: string])[]): Promise<void> {
  backend.auth.addPerson(ADA);
  backend.databaseFunction('account_activity', () =>
    events.map(([kind, detail = null, userAgent = null], index) => ({
      id: index,
      kind,
      happened_at: new Date(Date.UTC(2026, 2, 2, 12 - index)).toISOString(),
      user_agent: userAgent,
      detail,
    })),
  );
  await visit('/account/security', 'signed-in');
}

test('says what happened, and on which device a log-in was', async () => {
  await openActivity(['signed-in', null, WINDOWS], ['first-step', null, 'curl/8.14.1'], ['factor-added', 'Work phone'], ['passkey-removed', 'Laptop'], ['provider-linked', 'github']);
  expect((await items()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Logged inChrome on WindowsMar\s2,\s2026,\s/),
    expect.stringMatching(/^Log-in not completed: no valid code was enteredUnknown deviceNot you\? Change your passwordMar\s2,\s/),
    expect.stringMatching(/^Second factor added: Work phoneMar\s2,\s2026,\s/),
    expect.stringMatching(/^Passkey removed: LaptopMar\s2,\s2026,\s/),
    expect.stringMatching(/^Account linked: GitHubMar\s2,\s2026,\s/),
  ]);
});

test('marks a log-in that stopped before the code, and says what to do if it was someone else', async () => {
  await openActivity(['signed-in', null, WINDOWS], ['first-step', null, WINDOWS]);
  const [complete, incomplete] = await items();
  expect(complete?.querySelector('svg')).toBeNull();
  expect(incomplete?.querySelector('svg')).not.toBeNull();
  expect(within(incomplete ?? document.body).getByRole('link', { name: 'Change your password' })).toHaveAttribute('href', '/update-password');
});

test('shows the five newest events, and more on request; leaves out kinds that it does not know', async () => {
  await openActivity(['moon-landing'], ...Array.from({ length: 7 }, () => ['email-changed'] as const));
  expect(await items()).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await items()).toHaveLength(7);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('says that nothing happened', async () => {
  await openActivity();
  expect(await screen.findByText('Nothing happened in the last 90 days.')).toBeVisible();
});

test('says why it cannot be loaded, and loads it again', async () => {
  backend.auth.addPerson(ADA);
  failNext('readActivity', { code: 'network' });
  await visit('/account/security', 'signed-in');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await items()).toHaveLength(1);
});
