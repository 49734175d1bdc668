import '@testing-library/jest-dom';
import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PreviewConfirmation } from '../../src/preview/preview-confirmation.tsx';
import { deleteStoredLink, readStoredLink } from '../../src/preview/stored-link.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { renderSite } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

const LINK = 'v1.abcdefgh.orders.abcdefgh234567ab.1800000000.Lw.c2lnbmF0dXJl';
const SHOWN = { name: 'orders', release: 'abcdefgh234567ab', team: 'orders-team', expires: 1_800_000_000, path: '/orders' };

let requested: { address: string; init: RequestInit }[];
/** The server's responses to the check and to the confirmation. In strict mode React sends the check twice. */
let checked: () => Promise<Response>;
let confirmed: () => Promise<Response>;

const offline = (): Promise<Response> => Promise.reject(new Error('offline'));

beforeEach(() => {
  requested = [];
  [checked, confirmed] = [offline, offline];
  window.scrollTo = () => undefined;
  globalThis.fetch = ((address: string, init: RequestInit) => {
    requested.push({ address, init });
    return address === '/__atrium/preview/check' ? checked() : confirmed();
  }) as typeof fetch;
});

afterEach(() => {
  deleteStoredLink();
  sessionStorage.clear();
});

/** A response of the site's server; jsdom has no Response. */
function respondWith(data: unknown, status = 200): () => Promise<Response> {
  return () => Promise.resolve({ ok: status < 300, status, json: () => Promise.resolve(data) } as Response);
}

const refusal = (code: string) => respondWith({ error: { code, message: 'words' } }, 400);

/** A sign-in whose session has a token, with a guard that shows a text to signed-out users. */
function signIn(token: string | null = 'a.b.c'): { module: AuthModule; set: ReturnType<typeof signInDouble>['set'] } {
  const { module, set } = signInDouble({ user: ada });
  const { useAuth } = module;
  const getSupabase = () =>
    Promise.resolve({ auth: { getSession: () => Promise.resolve({ data: { session: token === null ? null : { access_token: token } } }) } } as never);
  return {
    set,
    module: {
      ...module,
      RequireAuth: function Guard({ children }) {
        return useAuth(({ user }) => user) ? children : <p>Log in first</p>;
      },
      auth: { ...module.auth, getSupabase },
    },
  };
}

async function open(address: string, { module } = signIn()) {
  provideOpenTab(await renderSite(address, { auth: () => ({ success: true, value: module }) }));
  await act(() => import('../../src/preview/preview-page.tsx'));
}

test('removes the link from the address, and says what it shows', async () => {
  checked = respondWith(SHOWN);
  await open(`/__atrium/preview#${LINK}`);
  expect(await screen.findByRole('button', { name: 'Show the preview' })).toBeVisible();
  expect(window.location.href).toMatch(/\/__atrium\/preview$/);
  expect(screen.getByRole('heading', { level: 1, name: 'Preview' })).toBeVisible();
  for (const text of ['orders', SHOWN.release, 'orders-team', /2027/]) expect(screen.getByText(text)).toBeVisible();
  expect(requested[0]).toMatchObject({ address: '/__atrium/preview/check', init: { method: 'POST', body: JSON.stringify({ link: LINK }) } });
  expect(requested[0]?.init.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer a.b.c' });
});

test('sends no request before the user is signed in, and keeps the link across a reload', async () => {
  const double = signIn();
  double.set({ user: null });
  await open(`/__atrium/preview#${LINK}`, double);
  expect(await screen.findByText('Log in first')).toBeVisible();
  expect(requested).toEqual([]);
  expect([readStoredLink(), window.location.hash]).toEqual([LINK, '']);
  checked = respondWith(SHOWN);
  act(() => double.set({ user: ada }));
  expect(await screen.findByRole('button', { name: 'Show the preview' })).toBeVisible();
});

test('says what to do without a link', async () => {
  await open('/__atrium/preview');
  expect(await screen.findByText(/needs the whole link/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  expect(requested).toEqual([]);
});

test.each([
  ['preview-altered', /Copy the whole link again/],
  ['preview-expired', /has expired. Ask its team/],
  ['preview-not-stored', /was never stored/],
  ['preview-not-allowed', /Ask the platform team/],
  ['not-signed-in', /Log in again/],
])('%s: says what to do, and offers no preview', async (code, text) => {
  checked = refusal(code);
  await open(`/__atrium/preview#${LINK}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('button', { name: 'Show the preview' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each([
  ['the auth service is unreachable', refusal('sign-in-unavailable'), /cannot find out who you are/],
  ['there were too many requests', refusal('too-many-requests'), /Wait a minute/],
  ['no response comes', offline, /did not respond/],
  ['an unexpected response comes', respondWith({ error: { code: 'unavailable' } }, 503), /did not respond/],
  ['an incomplete response comes', respondWith({ ...SHOWN, team: undefined }), /did not respond/],
])('offers a retry when %s', async (_what, given, text) => {
  checked = given;
  await open(`/__atrium/preview#${LINK}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  checked = respondWith(SHOWN);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Show the preview' })).toBeVisible();
  // The button that had the focus is gone.
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

describe('the confirmation', () => {
  async function ask(token: string | null = 'a.b.c') {
    sessionStorage.setItem('atrium-preview-link', LINK);
    const opened: string[] = [];
    render(<PreviewConfirmation link={LINK} auth={signIn(token).module.auth} open={(address) => opened.push(address)} />);
    await act(() => Promise.resolve());
    return opened;
  }

  test("is sent once, opens the preview at the server's address, and deletes the link", async () => {
    checked = respondWith(SHOWN);
    confirmed = respondWith({ address: '/orders?atrium-preview=abc' });
    const opened = await ask();
    await userEvent.click(await screen.findByRole('button', { name: 'Show the preview' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show the preview' }));
    expect(opened).toEqual(['/orders?atrium-preview=abc']);
    expect(requested.map(({ address }) => address)).toEqual(['/__atrium/preview/check', '/__atrium/preview']);
    expect(readStoredLink()).toBeNull();
  });

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)'])('never opens %s', async (address) => {
    checked = respondWith(SHOWN);
    confirmed = respondWith({ address });
    const opened = await ask();
    await userEvent.click(await screen.findByRole('button', { name: 'Show the preview' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/did not respond/);
    expect(opened).toEqual([]);
  });

  test('shows a late refusal, and keeps the link', async () => {
    checked = respondWith(SHOWN);
    confirmed = refusal('preview-expired');
    const opened = await ask();
    await userEvent.click(await screen.findByRole('button', { name: 'Show the preview' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/has expired/);
    expect([opened, readStoredLink()]).toEqual([[], LINK]);
  });

  test('sends no request after the session has ended', async () => {
    await ask(null);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Log in again/);
    expect(requested).toEqual([]);
  });
});
