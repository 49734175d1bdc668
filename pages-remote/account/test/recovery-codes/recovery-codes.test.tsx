import { ADA, backend } from '@atrium/page-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { app, phone } from '../factors.ts';
import { failNext } from '../failures.ts';
import { openSecurity } from '../security/security-page.ts';
import { sent, visit } from '../visit.ts';

const CODES = ['k4m9x7qp2ab8ht3z', '9wze6r5npd4cmq7v', '2h8kqw3m7xt49rpn', 'nq5v7xk2m9tp4wzs'];

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const item = () => within(screen.getByRole('list', { name: 'Two-step verification' })).getByText('Recovery codes').closest('[role=listitem]');

/** Opens the security page for Ada, who has an app and these codes. */
async function openWith(recoveryCodes: readonly string[]): Promise<void> {
  backend.auth.addPerson({ ...ADA, factors: [app], recoveryCodes });
  await openSecurity([app]);
}

async function choose(action: string): Promise<void> {
  await press('More actions for Recovery codes');
  await userEvent.click(await screen.findByRole('menuitem', { name: `${action} Recovery codes` }));
}

/** The codes in the dialog, as the service knows them. */
async function shownCodes(): Promise<string[]> {
  const dialog = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
  const codes = within(within(dialog).getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
  return codes.map(({ textContent }) => textContent);
}

describe('on the security page', () => {
  test('are created, shown once in groups, and counted', async () => {
    // Has a clipboard.
    const user = userEvent.setup();
    backend.auth.allowsRecoveryCodes = true;
    await openSecurity([app]);
    expect(item()).toHaveTextContent('For the day when you lose your device. Each works once.');
    await press('Create codes');
    const codes = await shownCodes();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    await press('I have saved them');
    await waitFor(() => expect(item()).toHaveTextContent('10 of 10 are left'));
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus();
    expect(document.body).not.toHaveTextContent(codes[0] ?? '');
  });

  test('are replaced after a question', async () => {
    await openWith(CODES);
    await choose('Create new codes');
    await screen.findByRole('alertdialog', { name: 'Create new recovery codes?' });
    await press('Cancel');
    expect(await sent(/^\/factors\/recovery-codes\/regenerate/)).toEqual([]);
    await choose('Create new codes');
    await userEvent.click(await screen.findByRole('button', { name: 'Create new codes' }));
    expect(await shownCodes()).toHaveLength(10);
    expect(await sent(/^\/factors\/recovery-codes\/regenerate/)).toHaveLength(1);
  });

  test('do not show the failure of one dialog in the next one', async () => {
    await openWith(CODES);
    await choose('Create new codes');
    failNext('createRecoveryCodes', { code: 'network' });
    await userEvent.click(await screen.findByRole('button', { name: 'Create new codes' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
    await press('Cancel');
    await choose('Remove');
    await screen.findByRole('alertdialog', { name: 'Remove your recovery codes?' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('are removed after a question, and can be created again', async () => {
    await openWith(CODES);
    await choose('Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Create codes' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus();
  });

  test.each([
    [CODES, '4 of 4 are left'],
    [CODES.slice(0, 2), 'Only 2 are left. Create new ones.'],
    [CODES.slice(0, 1), 'Only 1 is left. Create new ones.'],
  ])('say how many are left (%#)', async (codes, text) => {
    await openWith(codes);
    expect(item()).toHaveTextContent(text);
  });

  test('are not offered without a second factor', async () => {
    backend.auth.allowsRecoveryCodes = true;
    await openSecurity([]);
    expect(screen.queryByText('Recovery codes')).not.toBeInTheDocument();
    expect(await sent(/^\/factors\/recovery-codes/)).toEqual([]);
  });

  test.each([
    ['takes the path for the id of a factor', { code: 'validation_failed', status: 404 }],
    ['has switched them off', { code: 'mfa_recovery_codes_enroll_not_enabled', status: 422 }],
  ])('are not offered by a service that %s', async (_, failure) => {
    failNext('readRecoveryCodes', failure);
    await openWith(CODES);
    expect(screen.queryByText('Recovery codes')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('explain why none could be created, and try again', async () => {
    backend.auth.allowsRecoveryCodes = true;
    await openSecurity([app]);
    failNext('createRecoveryCodes', { code: 'network' });
    await press('Create codes');
    expect(await screen.findByRole('alert')).toHaveTextContent('connection');
    await press('Create codes');
    expect(await shownCodes()).toHaveLength(10);
  });

  test('leave the factors usable when they cannot be loaded, and load again', async () => {
    backend.auth.addPerson({ ...ADA, factors: [app], recoveryCodes: CODES });
    failNext('readRecoveryCodes', { code: 'unexpected_failure', status: 500 });
    await visit('/account/security', 'aal2');
    expect(await screen.findByRole('button', { name: 'More actions for Authenticator app' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(item()).toHaveTextContent('4 of 4 are left'));
  });
});

describe('at the log-in', () => {
  /** Opens the page for Ada, who has entered her password. */
  async function logIn(recoveryCodes: readonly string[] = CODES) {
    backend.auth.addPerson({ ...ADA, factors: [app, phone], recoveryCodes });
    const page = await visit('/login/verify?next=/reports', 'aal1');
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    return page;
  }

  test('a code is taken in place of the code of a factor', async () => {
    const page = await logIn();
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
    await userEvent.keyboard('K4M9-X7QP 2ab8-ht3z{Enter}');
    await page.waitForPath('/reports');
    expect(page.auth.state.assurance.currentLevel).toBe('aal2');
    await waitFor(() => expect(page.toasts.map(({ text }) => text)).toEqual(['You have 3 recovery codes left.']));
  });

  test('the last code asks for new ones', async () => {
    const page = await logIn(CODES.slice(0, 1));
    await userEvent.keyboard('k4m9x7qp2ab8ht3z{Enter}');
    await page.waitForPath('/reports');
    await waitFor(() => expect(page.toasts.map(({ text }) => text)).toEqual(['That was your last recovery code. Create new ones in the security settings.']));
  });

  test('people who have used all their codes learn it before they look for one', async () => {
    await logIn([]);
    expect(await screen.findByText('All your recovery codes are used. Use another method.')).toBeVisible();
    expect(screen.queryByLabelText('Recovery code')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use your authenticator app' })).toBeVisible();
  });

  test('a wrong code is reported at the field, and too many lock it', async () => {
    await logIn();
    const field = screen.getByLabelText('Recovery code');
    for (let tries = 0; tries < 5; tries += 1) {
      await userEvent.clear(field);
      await userEvent.type(field, 'wrong{Enter}');
      await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Wrong code, or one that was used before.')));
    }
    await userEvent.clear(field);
    await userEvent.type(field, `${CODES[0] ?? ''}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many wrong codes. Wait a few minutes, or use another method.');
  });

  test('an empty field is refused without a request', async () => {
    await logIn();
    await press('Verify');
    expect(screen.getByLabelText('Recovery code')).toHaveAccessibleDescription(expect.stringContaining('Enter a recovery code.'));
    expect(await sent(/^\/factors\/recovery-codes\/verify/)).toEqual([]);
  });

  test('the other factors stay available', async () => {
    await logIn();
    await userEvent.click(screen.getByRole('button', { name: 'Use your authenticator app' }));
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  });

  test('codes are not offered to people who have none', async () => {
    backend.auth.allowsRecoveryCodes = true;
    backend.auth.addPerson({ ...ADA, factors: [app] });
    await visit('/login/verify', 'aal1');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).not.toBeInTheDocument();
    expect(await sent(/^\/factors\/recovery-codes/)).toEqual([]);
  });
});
