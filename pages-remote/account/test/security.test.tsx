import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Assurance, Factor } from '@atrium/page-kit/contract/auth';
import account from '../src/module.ts';
import { actionError, actions, ada, CODE_GIVEN, mfa, ONE_MEANS, OWES_CODE, resetAuth, signIn, signOut } from '../../test/fake-auth.tsx';
import { app, phone } from '../../test/factors.ts';
import { openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

async function openWith(factors: readonly Factor[]): Promise<void> {
  const assurance: Assurance = factors.length > 0 ? CODE_GIVEN : ONE_MEANS;
  signIn(ada, assurance);
  mfa.factors.mockResolvedValue(factors);
  await openPage(account, '/account/security');
  await screen.findByRole('button', { name: 'Add authenticator app' });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list', () => {
  test('is for signed-in people who have given their code', async () => {
    mfa.factors.mockResolvedValue([app]);
    signIn(ada, OWES_CODE);
    await openPage(account, '/account/security');
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/account/security');
  });

  test('says that there is none yet, and ignores what was never verified', async () => {
    await openWith([{ ...app, status: 'unverified' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    expect(screen.getByText('You have no second factor yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  });

  test('names each factor with its kind and date, and advises a spare while there is only one', async () => {
    await openWith([app]);
    const item = screen.getByRole('listitem');
    expect(within(item).getByText('Authenticator app', { selector: 'strong' })).toBeVisible();
    expect(item).toHaveTextContent('Codes from an app, added Mar 1, 2026');
    expect(screen.getByText(/Add another one as a spare/)).toBeVisible();
  });

  test('has no advice for people with a spare', async () => {
    await openWith([phone, app]);
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Authenticator app');
    expect(second).toHaveTextContent('My phoneText messages to +4915123456767, added Apr 2, 2026');
    expect(screen.queryByText(/as a spare/)).not.toBeInTheDocument();
  });

  test('shows that it is being read, says when it cannot be, and is read again', async () => {
    let refuse: (error: Error) => void = () => undefined;
    mfa.factors.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
    signIn();
    await openPage(account, '/account/security');
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    refuse(actionError('readFactors', { code: 'timeout', status: 0 }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
    mfa.factors.mockResolvedValue([app]);
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Remove Authenticator app' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('removal', () => {
  test('asks first, in place, and the harmless answer has the focus', async () => {
    await openWith([app]);
    await press('Remove Authenticator app');
    expect(screen.getByText(/Your password alone is then enough/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Remove Authenticator app' })).toHaveFocus();
    expect(mfa.unenroll).not.toHaveBeenCalled();
  });

  test('takes the factor off the list', async () => {
    mfa.unenroll.mockResolvedValue();
    await openWith([app, phone]);
    await press('Remove My phone');
    expect(screen.getByText(/no longer log in with its codes/)).toBeVisible();
    await press('Yes, remove My phone');
    expect(await screen.findByText('My phone is removed.')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus();
    expect(mfa.unenroll).toHaveBeenCalledWith(phone.id);
  });

  test('says why it failed, and leads to the code where that is what was missing', async () => {
    mfa.unenroll.mockRejectedValue(actionError('unenroll', { code: 'insufficient_aal', status: 422 }));
    await openWith([app]);
    await press('Remove Authenticator app');
    await press('Yes, remove Authenticator app');
    expect(await screen.findByRole('alert')).toHaveTextContent(/enter the code of your second factor first/);
    expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Fsecurity');
    expect(screen.getByRole('listitem')).toHaveTextContent('Authenticator app');
  });
});

describe('the password', () => {
  test('is changed, and does not stay on screen', async () => {
    actions.updatePassword.mockResolvedValue();
    await openWith([app]);
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse');
    await press('Save password');
    expect(await screen.findByText('Your new password is saved.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'Password' })).toHaveFocus();
    expect(actions.updatePassword).toHaveBeenCalledWith('a new horse');
  });

  test('is kept in the field where a code is needed first', async () => {
    actions.updatePassword.mockRejectedValue(actionError('updatePassword', { code: 'insufficient_aal', status: 401 }));
    await openWith([]);
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
    expect(await screen.findByRole('link', { name: 'Enter your code' })).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('a new horse');
  });
});

describe('an end to all sessions', () => {
  test('leads to the log-in', async () => {
    actions.logout.mockImplementation(() => {
      signOut();
      return Promise.resolve();
    });
    await openWith([]);
    await press('Log out everywhere');
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(actions.logout).toHaveBeenCalledWith({ everywhere: true });
  });

  test('says when it cannot be reached', async () => {
    actions.logout.mockRejectedValue(actionError('logout', { code: 'network', status: 0 }));
    await openWith([]);
    await press('Log out everywhere');
    expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
    expect(screen.getByRole('button', { name: 'Log out everywhere' })).toHaveFocus();
  });
});
