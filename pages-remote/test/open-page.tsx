import { render, screen } from '@testing-library/react';
import { lazy, type ReactElement, StrictMode, Suspense } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { PageModule } from '@atrium/page-kit/contract/page-module';

/** Opens an address of a page module as the shell would, and waits until its heading is there. */
export async function openPage(module: PageModule, address: string): Promise<void> {
  window.history.pushState(null, '', address);
  render(<Site module={module} />);
  await screen.findByRole('heading', { level: 1 });
}

/** Where the person is now, for pages of other modules. */
export async function findPlace(address: string): Promise<HTMLElement> {
  return screen.findByText(`Elsewhere: ${address}`);
}

function Site({ module }: { readonly module: PageModule }): ReactElement {
  return (
    <StrictMode>
      <BrowserRouter>
        <Suspense>
          <Routes>
            {Object.entries(module.routes).map(([route, load]) => {
              const Page = lazy(load);
              return <Route element={<Page />} key={route} path={module.facts.routes[route] ?? '*'} />;
            })}
            <Route element={<Elsewhere />} path="*" />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </StrictMode>
  );
}

function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return (
    <main>
      <h1>Elsewhere: {pathname + search + hash}</h1>
    </main>
  );
}
