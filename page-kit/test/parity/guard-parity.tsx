import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, useState, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { newPerson, type ParityWorld, visitForEach } from './parity-world.ts';

type Needs = Parameters<typeof needing>[1];

function needing(page: ReactNode, needs: { readonly assurance?: 'aal1' | 'aal2'; readonly permission?: string }, { RequireAuth }: AuthModule) {
  return <RequireAuth {...needs}>{page}</RequireAuth>;
}

function Place({ children }: { readonly children: (path: string) => ReactNode }) {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <p data-testid="place">{pathname + search + hash}</p>
      {children(pathname)}
    </>
  );
}

function Draft() {
  const [draft, setDraft] = useState('');
  return <input aria-label="Draft" value={draft} onChange={(event) => setDraft(event.target.value)} />;
}

async function open(tab: AuthModule, needs: Needs, at = '/orders/7?a=1#note'): Promise<void> {
  const { AuthProvider } = tab;
  await act(() =>
    Promise.resolve(
      render(
        <StrictMode>
          <AuthProvider>
            <MemoryRouter initialEntries={[at]}>
              <Place>{(path) => path.startsWith('/orders') && needing(<Draft />, needs, tab)}</Place>
            </MemoryRouter>
          </AuthProvider>
        </StrictMode>,
      ),
    ),
  );
}

const NEXT = 'next=%2Forders%2F7%3Fa%3D1%23note';

/** Where guards lead, what hooks render for. */
export function describeGuards(openWorld: () => ParityWorld): void {
  // Before the tab closes under the page.
  afterEach(cleanup);
  const here = visitForEach(openWorld);
  const auth = () => here.tab.auth.getAuth();

  it('lead a visitor to the log-in, and back is where they came from', async () => {
    await open(here.tab, {});
    expect(await screen.findByText(`/login?${NEXT}`)).toBeInTheDocument();
  });

  it.each(['/orders/7?a=1&token_hash=hush#access_token=hush&refresh_token=hush', '/orders/7?access_token=hush&a=1#error=denied&error_code=otp_expired', '/orders/7?a=1&code=3f2504e0-4f89-41d3-9a0c-0305e82c3301'])(
    'keep the secrets of a link out of where they lead (%s)',
    async (at) => {
      await open(here.tab, {}, at);
      expect(await screen.findByText('/login?next=%2Forders%2F7%3Fa%3D1')).toBeInTheDocument();
    },
  );

  it('show the page to who is signed in', async () => {
    await auth().register(newPerson());
    await open(here.tab, {});
    expect(await screen.findByLabelText('Draft')).toBeInTheDocument();
    expect(screen.getByTestId('place')).toHaveTextContent('/orders/7?a=1#note');
  });

  it('lead who has no second factor to where it is set up', async () => {
    await auth().register(newPerson());
    await open(here.tab, { assurance: 'aal2' });
    expect(await screen.findByText(`/account/security?needs=aal2&${NEXT}`)).toBeInTheDocument();
  });

  it('tell who lacks a permission that the page is not for them', async () => {
    await auth().register(newPerson());
    await open(here.tab, { permission: 'orders.approve' });
    expect(await screen.findByRole('heading', { level: 1, name: 'This page is not for your account' })).toBeInTheDocument();
    expect(screen.getByTestId('place')).toHaveTextContent('/orders/7?a=1#note');
  });

  it('keep the page, unseen, while the service has ended the session', async () => {
    const person = newPerson();
    await auth().register(person);
    await open(here.tab, {});
    const draft = await screen.findByLabelText('Draft');
    await here.world.logOutElsewhere(person);
    await act(() => auth().mfa.assuranceLevel().catch(() => undefined));
    expect(await screen.findByRole('heading', { name: 'Log in again' })).toBeInTheDocument();
    expect(draft).toBeInTheDocument();
    expect(draft).not.toBeVisible();
    await act(() => auth().login(person));
    expect(draft).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Log in again' })).toBeNull();
  });

  it('lead who logs out to the log-in', async () => {
    await auth().register(newPerson());
    await open(here.tab, {});
    await screen.findByLabelText('Draft');
    await act(() => auth().logout());
    expect(await screen.findByText(`/login?${NEXT}`)).toBeInTheDocument();
  });

  it('hooks render for their selection only', async () => {
    await auth().register(newPerson());
    const rendered: string[] = [];
    const { useAuth, AuthProvider } = here.tab;
    function Name() {
      const name = useAuth(({ user }) => String(user?.user_metadata['name']));
      rendered.push(name);
      return name;
    }
    await act(() => Promise.resolve(render(<AuthProvider><Name /></AuthProvider>)));
    rendered.length = 0;
    await act(() => auth().mfa.factors());
    expect(rendered).toEqual([]);
    await act(() => auth().updateProfile({ name: 'Bea' }));
    expect(rendered).toEqual(['Bea']);
  });
}
