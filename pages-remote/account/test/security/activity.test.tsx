import { ADA, backend } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { visit } from '../visit.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const items = async () => within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');

/** Opens the security page with these events: without a moment an hour apart, the newest first. */
async function openActivity(...events: readonly (readonly [kind: string, detail?: string | null, userAgent?: string | null, moment?: string])[]): Promise<void> {
  backend.auth.addPerson(ADA);
  backend.databaseFunction('account_activity', () =>
    events.map(([kind, detail = null, userAgent = null, moment], index) => ({
      id: index,
      kind,
      happened_at: (moment === undefined ? new Date(Date.UTC(2026, 2, 2, 12 - index)) : new Date(moment)).toISOString(),
      user_agent: userAgent,
      detail,
    })),
  );
  await visit('/account/security', 'signed-in');
}

afterEach(() => {
  jest.useRealTimers();
});

test('says what happened, and on which device a log-in was', async () => {
  await openActivity(['signed-in', null, WINDOWS], ['first-step', null, 'curl/8.14.1'], ['factor-added', 'Work phone'], ['passkey-removed', 'Laptop'], ['factor-removed', 'Recovery codes']);
  expect((await items()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Logged inChrome on WindowsMar\s2,\s2026,\s/),
    expect.stringMatching(/^Log-in not completed: no valid code was enteredUnknown deviceNot you\? Change your passwordMar\s2,\s/),
    expect.stringMatching(/^Two-step verification method added: Work phoneMar\s2,\s2026,\s/),
    expect.stringMatching(/^Passkey removed: LaptopMar\s2,\s2026,\s/),
    expect.stringMatching(/^Two-step verification method removed: Recovery codesMar\s2,\s2026,\s/),
  ]);
});

test('says what to do if a log-in that stopped before the code was of someone else', async () => {
  await openActivity(['signed-in', null, WINDOWS], ['first-step', null, WINDOWS]);
  const [complete, incomplete] = await items();
  expect(complete).not.toHaveTextContent('Not you?');
  expect(within(incomplete ?? document.body).getByRole('link', { name: 'Change your password' })).toHaveAttribute('href', '/update-password');
});

test('shows the time without the date for today and yesterday', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-03-02T11:30:00') });
  await openActivity(
    ...['2026-03-02T09:05:00', '2026-03-01T22:40:00', '2026-02-28T22:40:00'].map((moment) => ['signed-in', null, WINDOWS, moment] as const),
  );
  const times = (await items()).map((item) => item.querySelector('time'));
  expect(times.map((time) => time?.textContent)).toEqual([expect.stringMatching(/^Today, 9:05\sAM$/), expect.stringMatching(/^Yesterday, 10:40\sPM$/), expect.stringMatching(/^Feb\s28,\s2026,\s/)]);
  expect(times[0]).toHaveAttribute('title', expect.stringMatching(/^Mar\s2,\s2026,\s/));
});

test('names the provider of a linked account', async () => {
  await openActivity(['provider-linked', 'github']);
  expect((await items())[0]).toHaveTextContent(/^Account linked: GitHub/);
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

describe('the row of the password', () => {
  const password = () => screen.getByRole('link', { name: 'Change your password' }).previousElementSibling;

  test('says when the password was last changed', async () => {
    await openActivity(['signed-in', null, WINDOWS], ['password-changed'], ['password-changed', null, null, '2026-01-02T10:00:00Z']);
    await items();
    expect(password()).toHaveTextContent('Changed on Mar 2, 2026');
  });

  test('only says that there is one if the activity does not have the change', async () => {
    await openActivity(['signed-in', null, WINDOWS]);
    await items();
    expect(password()).toHaveTextContent(/^Set$/);
  });

  test('says nothing of a password that an account of a provider may have', async () => {
    const cleo = backend.auth.addPerson({ email: 'cleo@example.com', withoutPassword: true, linked: [{ provider: 'google', email: 'cleo@example.com' }] });
    await visit('/account/security', { person: cleo });
    await items();
    expect(password()).toBeEmptyDOMElement();
  });
});
