import type { AssuranceLevel, RequireAuthProps } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { act, render } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { ModuleTab } from './open-tab.ts';

function Place() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

/** A page as a page team writes one: with something that a person can type, a link and a dialog. */
function Page() {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <h1>Your account</h1>
      <input aria-label="Note" />
      <Link to="/account/other">Other page</Link>
      <button onClick={() => setAsks(true)} type="button">Rename</button>
      <Dialog onClose={() => setAsks(false)} open={asks} title="New name">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

type GuardNeeds = Omit<RequireAuthProps, 'children'>;

/** The site at an address, or at the last of several visited ones, with guarded pages below /account, one of them within another guard. The rest shows where it is. */
export function guardedSite({ AuthProvider, RequireAuth }: ModuleTab, address: string | readonly string[], needs: AssuranceLevel | GuardNeeds = {}) {
  const guard = typeof needs === 'string' ? { assurance: needs } : needs;
  return (
    <StrictMode>
      <AuthProvider>
        <MemoryRouter initialEntries={[address].flat()}>
          <Routes>
            <Route path="/account/security" element={<Place />} />
            <Route
              path="/account/nested"
              element={
                <RequireAuth>
                  <RequireAuth {...guard}>
                    <Page />
                  </RequireAuth>
                </RequireAuth>
              }
            />
            <Route
              path="/account/*"
              element={
                <RequireAuth {...guard}>
                  <Page />
                </RequireAuth>
              }
            />
            <Route path="*" element={<Place />} />
          </Routes>
        </MemoryRouter>
      </AuthProvider>
    </StrictMode>
  );
}

/** Renders {@link guardedSite}, and waits for what it loads. */
export async function renderGuardedSite(tab: ModuleTab, address: string | readonly string[], needs?: AssuranceLevel | GuardNeeds) {
  return act(() => Promise.resolve(render(guardedSite(tab, address, needs))));
}
