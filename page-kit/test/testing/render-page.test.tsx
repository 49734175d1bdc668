import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADA, backend, PageFailedError, renderPage } from '../../src/testing/testing.ts';
import { orders } from './orders-module.tsx';

function heading(name: string): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name });
}

beforeEach(() => {
  backend.table('orders_orders').insert({ id: '1', title: 'Pencils' }, { id: '2', title: 'Ink' });
});

it('opens a page with its data for the signed-in user', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  expect(await heading('Orders')).toBeVisible();
  expect(screen.getByText('of Ada')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ink', 'Pencils']));
  expect(page.auth.state).toMatchObject({ isAuthenticated: true, status: 'ready', loading: false, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } });
  expect(backend.requests.map(({ method, path }) => `${method} ${path}`)).toContain('GET /orders_orders');
});

it('opens a route by its name', async () => {
  const page = await renderPage(orders, { route: 'order', params: { id: 'a b' }, search: { from: 'list' } });
  expect(await heading('Order a b')).toBeVisible();
  expect(page.path).toBe('/orders/a%20b?from=list');
});

it.each([
  ['signed-out', '/orders', '/login?next=%2Forders'],
  ['aal1', '/orders', '/login/verify?next=%2Forders'],
  ['aal2', '/orders/safe', '/orders/safe'],
  ['signed-in', '/orders/safe', '/account/security?needs=aal2&next=%2Forders%2Fsafe'],
] as const)('leads who is %s and wants %s to %s', async (auth, at, place) => {
  const page = await renderPage(orders, { at, auth });
  await page.waitForPath(place);
  if (place !== at) expect(await heading(`Elsewhere: ${place}`)).toBeVisible();
});

it('keeps the state of a page between two paths of its route, as the site does', async () => {
  const page = await renderPage(orders, { at: '/orders/9' });
  fireEvent.change(screen.getByLabelText('Remark'), { target: { value: 'urgent' } });
  await page.commands.run('first');
  expect(await screen.findByRole('heading', { name: 'Order 1' })).toHaveFocus();
  expect(screen.getByLabelText('Remark')).toHaveValue('urgent');
});

it('shows a page that needs a permission only to users who have it', async () => {
  const { unmount } = await renderPage(orders, { at: '/orders/approve' });
  expect(await heading('This page is not for your account')).toBeVisible();
  unmount();
  await renderPage(orders, { at: '/orders/approve', auth: { person: { email: 'bea@example.com', permissions: ['orders.approve'] } } });
  expect(await heading('Approve')).toBeVisible();
});

it('shows the guard\'s status while the session is loading', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: 'starting' });
  expect(await screen.findByText('Checking your sign-in …')).toBeVisible();
  expect(page.auth.state).toMatchObject({ status: 'starting', loading: true, user: null });
  await page.auth.finishStart();
  expect(await heading('Orders')).toBeVisible();
});

it('starts signed out if the stored session has expired', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: 'expired' });
  await page.waitForPath('/login?next=%2Forders');
  expect(page.auth.state).toMatchObject({ status: 'ready', user: null, ended: null });
});

it('redirects a visitor without a session before the start-up is over', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: { state: 'starting', person: null } });
  await page.waitForPath('/login?next=%2Forders');
  expect(page.auth.state).toMatchObject({ status: 'starting', loading: true });
});

it('shows the guard\'s error if the session could not be loaded, and tries again', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: 'failed' });
  expect(await heading('Your sign-in could not be checked')).toBeVisible();
  expect(page.auth.state).toMatchObject({ status: 'failed', error: 'Failed to fetch credentials' });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Orders')).toBeVisible();
});

it('keeps a page and its input after the service has ended the session', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  await userEvent.type(await screen.findByLabelText('Note'), 'half a thought');
  await page.auth.expire();
  expect(await screen.findByRole('dialog', { name: 'Log in again' })).toBeVisible();
  expect(page.auth.state).toMatchObject({ user: null, ended: 'revoked' });
  await page.auth.signIn();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText('Note')).toHaveValue('half a thought');
});

it('follows a log-out in another tab, and a log-in there', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  await heading('Orders');
  await page.auth.signOut();
  await page.waitForPath('/login?next=%2Forders');
  expect(page.auth.state).toMatchObject({ user: null, ended: 'elsewhere' });
  await page.auth.signIn({ email: 'bea@example.com', name: 'Bea' });
  expect(page.auth.state).toMatchObject({ ended: null, user: { email: 'bea@example.com' } });
});

it('reads at start-up the session of a log-in in another tab', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: { state: 'starting', person: null } });
  await page.auth.signIn();
  expect(page.auth.state.user).toBeNull();
  await page.auth.finishStart();
  expect(page.auth.state).toMatchObject({ status: 'ready', user: { email: ADA.email } });
});

it('reads the session of a log-in in another tab when a failed start-up is tried again', async () => {
  const page = await renderPage(orders, { at: '/orders', auth: { state: 'failed', person: null } });
  await page.auth.signIn();
  expect(page.auth.state).toMatchObject({ status: 'failed', user: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await heading('Orders')).toBeVisible();
  expect(page.auth.state).toMatchObject({ status: 'ready', user: { email: ADA.email } });
});

it('continues a page after a log-in in the dialog of the site', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  await userEvent.type(await screen.findByLabelText('Note'), 'half a thought');
  await page.auth.expire();
  await userEvent.type(await screen.findByLabelText('Password'), `${ADA.password}{Enter}`);
  await waitFor(() => expect(screen.getByLabelText('Note')).toBeVisible());
  expect(screen.getByLabelText('Note')).toHaveValue('half a thought');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('logs out when the page does', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await page.waitForPath('/login?next=%2Forders');
  expect(page.auth.state.ended).toBeNull();
});

it('sets title and focus, and announces the page, after a navigation', async () => {
  const page = await renderPage(orders, { at: '/orders' });
  await userEvent.click(await screen.findByRole('button', { name: 'First order' }));
  expect(await heading('Order 7')).toHaveFocus();
  expect(document.title).toMatch(/^Order 7/);
  expect(page.announced).toEqual(['Order 7']);
});

it('records what the page sends to the site, and links to pages of other modules by name', async () => {
  const page = await renderPage(orders, { at: '/orders', sitePages: { 'billing.invoice': '/invoices/:id' } });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(page.toasts).toEqual([{ text: 'Counted' }]);
  expect(page.events).toEqual([{ name: 'orders.counted', detail: { count: 2 } }]);
  await userEvent.click(screen.getByRole('link', { name: 'Invoice' }));
  await page.waitForPath('/invoices/7');
});

it('reports the error that a page threw', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(renderPage(orders, { at: '/orders/broken' })).rejects.toThrow(PageFailedError);
  await expect(renderPage(orders, { at: '/orders/broken' })).rejects.toThrow(/a mistake in the page/);
  quiet.mockRestore();
});
