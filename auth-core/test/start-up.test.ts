import { hang, json } from './support/fake-site.ts';
import { ada, errors, site } from './support/fresh-site.ts';
import { openTab } from './support/open-tab.ts';
import { claimsAt, sharedKey, tokenOf } from './support/signed-tokens.ts';

describe('start-up without a stored session', () => {
  it('is loading, then ready and signed out', async () => {
    const tab = await openTab(site);
    expect(tab.auth.getAuth()).toMatchObject({ loading: true, status: 'starting', user: null, error: null });
    expect(await tab.settled()).toMatchObject({
      user: null,
      session: null,
      loading: false,
      error: null,
      isAuthenticated: false,
      status: 'ready',
    });
    expect(errors).not.toHaveBeenCalled();
  });

  it('fetches the credentials once for many callers', async () => {
    const tab = await openTab(site);
    const clients = await Promise.all([tab.auth.getSupabase(), tab.auth.getSupabase(), tab.auth.getSupabase()]);
    await tab.settled();
    expect(new Set(clients).size).toBe(1);
    expect(await tab.auth.getSupabase()).toBe(clients[0]);
    expect(site.requests.map(({ path }) => path)).toEqual(['/api/supabase-credentials']);
  });

  it('removes a user that an earlier visit left in local storage', async () => {
    localStorage.setItem('user', '{"id":"other"}');
    const tab = await openTab(site);
    await tab.settled();
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('the address of the site’s own server', () => {
  it.each([
    ['http://localhost/api/supabase-credentials', null],
    ['http://localhost/api/supabase-credentials', ''],
    ['https://api.example.com/api/supabase-credentials', 'https://api.example.com/'],
    ['https://example.com/base/api/supabase-credentials', 'https://example.com/base'],
  ])('is %s for the base %p', async (address, base) => {
    if (base !== null) document.head.innerHTML = `<meta name="atrium-api-base" content="${base}">`;
    const asked: string[] = [];
    const tab = await openTab({
      fetch: (input, init) => {
        asked.push(input instanceof Request ? input.url : String(input));
        return site.fetch(new URL('/api/supabase-credentials', 'http://localhost'), init);
      },
    });
    await tab.settled();
    expect(asked[0]).toBe(address);
  });
});

describe('credentials that cannot be loaded', () => {
  const failed = 'Failed to fetch credentials';
  const missing = 'Missing Supabase credentials';
  it.each([
    ['an HTML page', () => new Response('<!doctype html><p>Hello'), failed, 'unknown', 200],
    ['an empty response', () => new Response(''), failed, 'unknown', 200],
    ['an error of the server', () => json(500, { error: 'broken' }), failed, 'unknown', 500],
    ['a missing address', () => json(200, { supabaseKey: 'sb_publishable_x' }), missing, 'unknown', 200],
    ['a missing key', () => json(200, { supabaseUrl: 'https://x.supabase.co' }), missing, 'unknown', 200],
    ['an empty key', () => json(200, { supabaseUrl: 'https://x.supabase.co', supabaseKey: ' ' }), missing, 'unknown', 200],
    ['null', () => json(200, null), missing, 'unknown', 200],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), failed, 'network', 0],
  ])('%s ends the start-up with a message', async (_, respond, message, code, status) => {
    site.respondTo('GET /api/supabase-credentials', respond);
    const tab = await openTab(site);
    expect(await tab.settled()).toMatchObject({ status: 'failed', loading: false, error: message, user: null });
    await expect(tab.auth.getAuth().retryStart()).rejects.toMatchObject({
      name: 'AuthActionError',
      action: 'start',
      message,
      code,
      status,
    });
    await expect(tab.auth.getSupabase()).rejects.toMatchObject({ message });
    expect(errors).toHaveBeenCalledWith('Failed to initialize Supabase', expect.objectContaining({ message }));
  });

  it('a server that does not respond ends it with a timeout', async () => {
    jest.useFakeTimers();
    site.respondTo('GET /api/supabase-credentials', hang);
    const tab = await openTab(site);
    const settled = tab.settled();
    await jest.advanceTimersByTimeAsync(11_000);
    expect(await settled).toMatchObject({ status: 'failed', loading: false, error: failed });
    const retry = tab.auth.getAuth().retryStart().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(11_000);
    expect(await retry).toMatchObject({ code: 'timeout', status: 0 });
  });

  it('are fetched again by retryStart', async () => {
    site.online = false;
    const tab = await openTab(site);
    expect(await tab.settled()).toMatchObject({ status: 'failed' });
    site.online = true;
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, loading: false });
    expect(site.count('GET /api/supabase-credentials')).toBe(2);
  });

  it('are fetched again when the connection is back', async () => {
    site.online = false;
    const tab = await openTab(site);
    expect(await tab.settled()).toMatchObject({ status: 'failed' });
    site.online = true;
    window.dispatchEvent(new Event('online'));
    expect(await tab.until(({ status }) => status === 'ready')).toMatchObject({ error: null });
  });

  it('are fetched again by a log-in', async () => {
    site.addAccount('ada@example.com', 'correct horse');
    site.online = false;
    const tab = await openTab(site);
    await tab.settled();
    const input = { email: 'ada@example.com', password: 'correct horse' };
    await expect(tab.auth.getAuth().login(input)).rejects.toMatchObject({ action: 'login', code: 'network', message: failed });
    site.online = true;
    await tab.auth.getAuth().login(input);
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, isAuthenticated: true });
  });
});

describe('the chunk with supabase-js', () => {
  it('fails the start-up if it cannot be loaded, and loads at the next attempt', async () => {
    const tab = await openTab(site);
    let lost = true;
    jest.doMock('../src/client.ts', () => {
      if (lost) throw new Error('Loading chunk 854 failed.');
      return jest.requireActual<object>('../src/client.ts');
    });
    expect(await tab.settled()).toMatchObject({
      status: 'failed',
      error: 'A part of the sign-in could not be loaded. Check your connection and try again.',
    });
    await expect(tab.auth.getSupabase()).rejects.toMatchObject({ name: 'ClientCodeError', code: 'network' });
    lost = false;
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null });
    expect(site.count('GET /api/supabase-credentials')).toBe(1);
    jest.dontMock('../src/client.ts');
  });
});

describe('invalid settings', () => {
  const jwt = (role: string) => `e30.${btoa(JSON.stringify({ role })).replaceAll('=', '')}.c2ln`;
  it.each([
    ['an address that is not an HTTP URL', { supabaseUrl: 'ftp://x', supabaseKey: 'k' }, /Invalid supabaseUrl: Must be a valid HTTP or HTTPS URL/],
    ['a malformed address', { supabaseUrl: 'https://[', supabaseKey: 'k' }, /malformed/],
    ['a secret key', { supabaseUrl: 'https://x.test', supabaseKey: 'sb_secret_x' }, /secret key/],
    ['a service key', { supabaseUrl: 'https://x.test', supabaseKey: jwt('service_role') }, /secret key/],
  ])('fail the start-up: %s', async (_, credentials, message) => {
    site.respondTo('GET /api/supabase-credentials', () => json(200, credentials));
    const tab = await openTab(site);
    const { error, status } = await tab.settled();
    expect(status).toBe('failed');
    expect(error).toMatch(message);
    expect(JSON.stringify(errors.mock.calls)).not.toContain(credentials.supabaseKey + '"');
  });

  it.each(['sb_publishable_x', jwt('anon'), 'not.base64!.x'])('accepts the key %s', async (supabaseKey) => {
    site.respondTo('GET /api/supabase-credentials', () => json(200, { supabaseUrl: site.supabaseUrl, supabaseKey }));
    const tab = await openTab(site);
    expect(await tab.settled()).toMatchObject({ status: 'ready' });
  });

  it('may have an address that ends with slashes', async () => {
    site.respondTo('GET /api/supabase-credentials', () => json(200, { supabaseUrl: `${site.supabaseUrl}//`, supabaseKey: 'sb_publishable_test' }));
    const tab = await openTab(site);
    await tab.auth.getAuth().login(ada);
    expect(await tab.verifyToken(tokenOf(sharedKey('a secret'), claimsAt(site)))).toMatchObject({ sub: 'id-of-ada' });
    expect(site.count('GET /auth/v1/user')).toBe(1);
  });
});
