import '@testing-library/jest-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, Profiler, StrictMode, Suspense, type ReactNode } from 'react';
import { hang } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { guardedSite } from './guarded-site.tsx';
import { openModuleTab, tab } from './open-tab.ts';

beforeEach(() => {
  tab.firstPageShown();
});

const renderSite = (address: string) => render(guardedSite(tab, address));

describe('AuthProvider', () => {
  it('starts the sign-in once, in strict mode and for two providers too', async () => {
    const { AuthProvider } = tab;
    render(
      <StrictMode>
        <AuthProvider>one</AuthProvider>
        <AuthProvider>two</AuthProvider>
      </StrictMode>,
    );
    await act(() => tab.until(({ status }) => status === 'ready'));
    expect(site.requests.map(({ path }) => path)).toEqual(['/api/supabase-credentials']);
  });

  it('fetches the credentials immediately, and supabase-js when the first page is on screen', async () => {
    const tab = await openModuleTab();
    jest.useFakeTimers();
    const { AuthProvider } = tab;
    render(<AuthProvider>page</AuthProvider>);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(site.count('GET /api/supabase-credentials')).toBe(1);
    expect(tab.auth.getAuth().status).toBe('starting');
    tab.firstPageShown();
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(tab.auth.getAuth().status).toBe('ready');
    jest.useRealTimers();
  });

  it('stops waiting for a shell that never reports its first page', async () => {
    const tab = await openModuleTab();
    jest.useFakeTimers();
    const { AuthProvider } = tab;
    render(<AuthProvider>page</AuthProvider>);
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(tab.auth.getAuth().status).toBe('ready');
    jest.useRealTimers();
  });

  it('continues when it is mounted again', async () => {
    const first = renderSite('/');
    await act(() => tab.auth.getAuth().login(ada));
    first.unmount();
    renderSite('/account');
    expect(screen.getByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(site.count('GET /api/supabase-credentials')).toBe(1);
  });

  it('is required: hooks throw a clear error without it', () => {
    const { useAuth } = tab;
    function Reader() {
      return <p>{useAuth().status}</p>;
    }
    expect(() => render(<Reader />)).toThrow(/need an AuthProvider/);
  });
});

describe('useAuth', () => {
  it('renders again only when the selection changes', async () => {
    const { AuthProvider, useAuth } = tab;
    const rendered: string[] = [];
    const note = (id: string) => rendered.push(id);
    function Name() {
      const email = useAuth((auth) => auth.user?.email);
      return <p>{email ?? 'no user'}</p>;
    }
    function Token() {
      return <p>{useAuth((auth) => auth.session?.access_token)}</p>;
    }
    function FreshObject() {
      const { loading } = useAuth(({ loading: busy }) => ({ loading: busy }));
      return <p>{loading ? 'busy' : 'idle'}</p>;
    }
    render(
      <AuthProvider>
        <Profiler id="name" onRender={note}>
          <Name />
        </Profiler>
        <Profiler id="token" onRender={note}>
          <Token />
        </Profiler>
        <FreshObject />
      </AuthProvider>,
    );
    await act(() => tab.auth.getAuth().login(ada));
    expect(screen.getByText(ada.email)).toBeVisible();
    expect(screen.getByText('idle')).toBeVisible();
    rendered.length = 0;
    await act(async () => {
      await (await tab.auth.getSupabase()).auth.refreshSession();
    });
    expect(rendered).toEqual(['token']);
  });

  it('returns state and actions', async () => {
    const { AuthProvider, useAuth } = tab;
    function LogIn() {
      const { user, loading, error, isAuthenticated, login } = useAuth();
      return (
        <>
          <button onClick={() => void login(ada)}>Log in</button>
          <p>{JSON.stringify({ email: user?.email, loading, error, isAuthenticated })}</p>
        </>
      );
    }
    render(
      <AuthProvider>
        <LogIn />
      </AuthProvider>,
    );
    await userEvent.click(screen.getByRole('button'));
    const done = JSON.stringify({ email: ada.email, loading: false, error: null, isAuthenticated: true });
    expect(await screen.findByText(done)).toBeVisible();
  });
});

describe('useSupabase', () => {
  class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
    override state = { failed: false };
    static getDerivedStateFromError() {
      return { failed: true };
    }
    override render() {
      return this.state.failed ? (
        <button
          onClick={() => {
            this.setState({ failed: false });
          }}
        >
          Again
        </button>
      ) : (
        this.props.children
      );
    }
  }

  async function renderReader() {
    const { AuthProvider, useSupabase } = tab;
    const clients = new Set();
    function Reader({ name }: { readonly name: string }) {
      clients.add(useSupabase());
      return <p>{name} is here</p>;
    }
    const page = (
      <AuthProvider>
        <Boundary>
          <Suspense fallback={<p>wait</p>}>
            <Reader name="one" />
            <Reader name="two" />
          </Suspense>
        </Boundary>
      </AuthProvider>
    );
    await act(() => Promise.resolve(render(page)));
    return clients;
  }

  it('suspends until the client has loaded', async () => {
    const clients = await renderReader();
    expect(await screen.findByText('two is here')).toBeVisible();
    expect([...clients]).toEqual([await tab.auth.getSupabase()]);
  });

  it('throws if the client cannot be loaded, does not retry by itself, and works after a retry', async () => {
    site.online = false;
    await renderReader();
    const again = await screen.findByRole('button', { name: 'Again' });
    expect(site.count('GET /api/supabase-credentials')).toBe(1);
    site.online = true;
    await act(() => tab.auth.getAuth().retryStart());
    await userEvent.click(again);
    expect(await screen.findByText('one is here')).toBeVisible();
  });
});

describe('RequireAuth', () => {
  it('redirects a visitor without a session to the log-in page, with the whole address to return to', () => {
    site.respondTo('GET /api/supabase-credentials', hang);
    renderSite('/account/notes?tab=1#first');
    expect(screen.getByText(`at /login?next=${encodeURIComponent('/account/notes?tab=1#first')}`)).toBeVisible();
  });

  it.each(['/account?a=1&token_hash=hush#access_token=hush&refresh_token=hush', '/account?access_token=hush&a=1#error=denied&error_code=otp_expired', '/account?a=1&code=3f2504e0-4f89-41d3-9a0c-0305e82c3301'])(
    'removes the secrets of a mailed link from the address to return to (%s)',
    (address) => {
      renderSite(address);
      expect(screen.getByText('at /login?next=%2Faccount%3Fa%3D1')).toBeVisible();
    },
  );

  it('shows a status while a stored session is read, then the page', async () => {
    localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email)));
    renderSite('/account');
    expect(screen.getByRole('status')).toHaveTextContent('Checking your sign-in');
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  it('redirects to the log-in page if the stored session has ended', async () => {
    const session = { ...site.newSession(ada.email), refresh_token: 'unknown', expires_at: 1 };
    localStorage.setItem(site.storageKey, JSON.stringify(session));
    renderSite('/account');
    expect(await screen.findByText('at /login?next=%2Faccount')).toBeVisible();
  });

  it('shows what failed, and tries again', async () => {
    localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email)));
    site.online = false;
    renderSite('/account');
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing is lost. Check your connection, then try again.');
    expect(console.error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ message: 'Failed to fetch credentials' }));
    site.online = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  it('redirects to the log-in page after a log-out', async () => {
    renderSite('/');
    await act(() => tab.auth.getAuth().login(ada));
    renderSite('/account');
    await act(() => tab.auth.getAuth().logout());
    await waitFor(() => {
      expect(screen.getByText('at /login?next=%2Faccount')).toBeVisible();
    });
  });
});
