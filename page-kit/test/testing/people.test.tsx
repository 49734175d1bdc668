import { act, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADA, backend, clock, renderPage } from '../../src/testing/testing.ts';
import { orders } from './orders-module.tsx';

it('have second factors of the declared age', async () => {
  const createdAt = '2026-03-01T10:00:00Z';
  backend.auth.addPerson({ ...ADA, factors: [{ type: 'phone', friendlyName: 'Mobile', createdAt }, { type: 'totp' }] });
  const page = await renderPage(orders, { at: '/orders', auth: 'aal2' });
  const [phone, app] = await act(() => page.auth.state.mfa.factors());
  expect(phone).toMatchObject({ type: 'phone', friendlyName: 'Mobile', createdAt });
  expect(Date.parse(app?.createdAt ?? '')).toBeGreaterThan(Date.parse(createdAt));
});

it('follow a mailed link in the next visit of the browser that requested it', async () => {
  const { auth, unmount } = await renderPage(orders, { at: '/login', auth: 'signed-out' });
  await act(() => auth.state.resetPassword(ADA.email));
  const code = String(backend.auth.mails[0]?.code);
  unmount();
  const page = await renderPage(orders, { at: '/login', auth: 'signed-out' });
  await act(() => page.auth.state.redeemLink({ code }));
  expect(page.auth.state.user?.email).toBe(ADA.email);
});

it('are logged out when another device ends their session', async () => {
  const { auth } = await renderPage(orders, { at: '/orders' });
  backend.auth.endSessions(ADA.email);
  await clock.advance({ seconds: 20 });
  await userEvent.click(document.body);
  await waitFor(() => expect(auth.state).toMatchObject({ isAuthenticated: false, ended: 'revoked' }));
});

it('have no password that a test could guess, if they are declared without one', async () => {
  backend.auth.addPerson({ email: 'cleo@example.com', withoutPassword: true });
  const { auth } = await renderPage(orders, { at: '/login', auth: 'signed-out' });
  await act(() => expect(auth.state.login({ email: 'cleo@example.com', password: 'correct horse' })).rejects.toMatchObject({ code: 'invalid_credentials' }));
});

it('cannot unlink the only account that logs them in', async () => {
  const cleo = { email: 'cleo@example.com', withoutPassword: true, linked: [{ provider: 'google', email: 'cleo@example.com' }, { provider: 'github', email: 'cleo@example.com' }] };
  const { auth } = await renderPage(orders, { at: '/orders', auth: { person: cleo } });
  const [google, github] = await act(() => auth.state.providers.linked());
  await act(() => auth.state.providers.unlink(String(google?.id)));
  await act(() => expect(auth.state.providers.unlink(String(github?.id))).rejects.toMatchObject({ code: 'single_identity_not_deletable' }));
});

it('have the address that they requested last, after both mailboxes have confirmed it', async () => {
  const { auth } = await renderPage(orders, { at: '/orders' });
  await act(() => auth.state.updateEmail('first@example.com'));
  const stale = backend.auth.mails.find(({ to }) => to === 'first@example.com');
  await act(() => auth.state.updateEmail('second@example.com'));
  for (const { tokenHash } of backend.auth.mails.slice(-2)) await act(() => auth.state.redeemLink({ tokenHash, type: 'email_change' }));
  expect(auth.state.user?.email).toBe('second@example.com');
  await act(() => expect(auth.state.redeemLink({ tokenHash: String(stale?.tokenHash), type: 'email_change' })).rejects.toMatchObject({ code: 'otp_expired' }));
});
