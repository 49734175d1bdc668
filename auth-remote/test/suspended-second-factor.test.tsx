import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { revoke } from '@atrium/auth-core/testing/ended-session';
import { FakeFactors, factor, RIGHT_CODE } from '@atrium/auth-core/testing/fake-factors';
import { authError } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { renderGuardedSite } from './guarded-site.tsx';
import { logInAgain, openPage, replaceSession } from './open-page.ts';
import { tab } from './open-tab.ts';

let factors: FakeFactors;

beforeEach(() => {
  factors = new FakeFactors(site, ada.email);
});

describe('a page of a user with a second factor', () => {
  it('continues after password and code in the same dialog', async () => {
    factors.set(factor('app', 'verified'), factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
    expect(await dialog.findByText(/authenticator app/)).toBeVisible();
    expect(note.closest('[inert]')).not.toBeNull();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    // In Arabic, "123 456" would otherwise read "456 123".
    expect(dialog.getByLabelText('Code')).toHaveAttribute('dir', 'ltr');
    await userEvent.type(dialog.getByLabelText('Code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wrong code');
    // The wrong code is selected.
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    await userEvent.keyboard(RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(note).toHaveValue('half a sentence');
    expect(note).toHaveFocus();
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal2');
  });

  it('is left by a user who has no code and uses another account', async () => {
    factors.set(factor('app', 'verified'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByLabelText('Code');
    await userEvent.click(dialog.getByRole('button', { name: 'Use another account' }));
    expect(await screen.findByText('at /login?next=%2Faccount')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(tab.auth.getAuth().user).toBeNull();
  });

  it.each([
    ['an expired challenge', 422, 'mfa_challenge_expired', 'MFA challenge x has expired', /took too long/],
    ['too many attempts', 429, 'over_request_rate_limit', 'Request rate limit reached', /Too many attempts/],
    ['a refusal of an unknown kind', 403, 'mfa_verification_rejected', 'Rejected by hook', /did not work/],
  ])('explains %s in the dialog', async (_, status, code, message, words) => {
    factors.set(factor('app', 'verified'));
    site.respondTo('POST /auth/v1/factors/app/verify', () => authError(status, code, message));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(words);
    expect(alert).not.toHaveTextContent(message);
  });

  it('accepts the code of any app', async () => {
    factors.set(factor('app', 'verified'), factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }), factor('tablet', 'verified'));
    site.respondTo('POST /auth/v1/factors/app/verify', () => authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(site.count('POST /auth/v1/factors/app/verify')).toBe(1);
    expect(site.count('POST /auth/v1/factors/tablet/verify')).toBe(1);
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(0);
  });

  it('says why no code was sent to a phone, and does not say that one was', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    site.respondTo('POST /auth/v1/factors/phone/challenge', () => authError(429, 'over_sms_send_rate_limit', 'For security purposes, you can only request this after 41 seconds.'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wait 41 seconds');
    expect(dialog.queryByText(/sent to/)).toBeNull();
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(await dialog.findByText(/sent to \+4915112345678/)).toBeVisible();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('keeps what was typed if a link in another tab logs in without the code', async () => {
    factors.set(factor('app', 'verified'));
    const note = await openPage({ aal: 'aal2' });
    await replaceSession('aal1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(note).toBeVisible();
    expect(note).toHaveValue('half a sentence');
  });

  it('that needs one leads to the settings if the last factor was removed in another tab', async () => {
    factors.set(factor('app', 'verified'));
    localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email, 'aal2')));
    await renderGuardedSite(tab, '/account', 'aal2');
    await screen.findByRole('textbox', { name: 'Note' });
    factors.set();
    await replaceSession('aal1');
    expect(await screen.findByText('at /account/security?needs=aal2&next=%2Faccount')).toBeVisible();
  });

  it('shows that the page is for others if the permission is gone after the code', async () => {
    factors.set(factor('app', 'verified'));
    site.setPermissions(ada.email, ['notes']);
    localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email, 'aal2')));
    await renderGuardedSite(tab, '/account', { permission: 'notes' });
    await screen.findByRole('textbox', { name: 'Note' });
    site.setPermissions(ada.email, []);
    await replaceSession('aal1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
    await userEvent.type(await dialog.findByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/not for your account/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends no code to a phone before the user looks at the tab', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByLabelText('Code');
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(0);
    visibility.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await dialog.findByText(/sent to/)).toBeVisible();
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(1);
  });

  it('asks for the code that a phone gets if the user has typed one before', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    site.respondTo('POST /auth/v1/factors/phone/challenge', () => authError(429, 'over_sms_send_rate_limit', 'For security purposes, you can only request this after 41 seconds.'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('alert');
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    await userEvent.type(dialog.getByLabelText('Code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByText(/sent to/)).toBeVisible();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(site.count('POST /auth/v1/factors/phone/verify')).toBe(0);
  });

  it('says what else helps when recovery codes are locked', async () => {
    factors.set(factor('app', 'verified'), factor('codes', 'verified', { factor_type: 'recovery_code' }));
    site.respondTo('POST /auth/v1/factors/recovery-codes/verify', () => authError(429, 'mfa_recovery_codes_locked', 'Too many failed attempts'));
    await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: /recovery code/ }));
    await userEvent.type(dialog.getByLabelText('Recovery code'), 'abcd-efgh');
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/use a code from your device/);
  });

  it('sends one code to a phone, and another on request', async () => {
    factors.set(factor('phone', 'verified', { factor_type: 'phone', phone: '+4915112345678' }));
    const note = await openPage({ aal: 'aal2' });
    await act(() => revoke(site, tab));
    await logInAgain();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/sent to \+4915112345678/)).toBeVisible();
    await waitFor(() => {
      expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(1);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(site.count('POST /auth/v1/factors/phone/challenge')).toBe(2);
    await userEvent.type(dialog.getByLabelText('Code'), RIGHT_CODE);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(site.lastBody('POST /auth/v1/factors/phone/verify')).toEqual({ challenge_id: 'challenge-2', code: RIGHT_CODE });
    expect(note).toHaveValue('half a sentence');
  });
});
