import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { act, render } from '@testing-library/react';
import { SiteLoads } from '../src/runtime/site-loads.ts';
import { RemoteUnavailableError, type LoadOutcome, type ListedManifest, type SiteModule, type SiteSource } from '../src/runtime/site-source.ts';
import { Site } from '../src/site.tsx';

// The open tab's style sheets need a hash, which the script guard provides in a browser.
globalThis.atriumIntegrity = () => '';

/** The manifest of a module with one page. */
export function manifestOf(name: string, extra: Partial<ListedManifest> = {}): ListedManifest {
  return {
    name,
    contract: '^0.1',
    title: { en: `The ${name}` },
    routes: { main: `/${name}` },
    navigation: [{ route: 'main', label: { en: `Menu ${name}` } }],
    ...extra,
  };
}

/** A module of the site with this manifest. */
export function moduleFor(manifest: ListedManifest, release = 'abcdefgh23456789', previous: string | null = null): SiteModule {
  return { manifest, release, previous };
}

/** A module with one page. */
export function moduleOf(manifest: ListedManifest, Page: () => React.ReactNode, start?: PageModule['start']): PageModule {
  return {
    manifest: { ...manifest, title: { en: '' }, navigation: [] },
    routes: { main: () => Promise.resolve({ default: Page }) },
    ...(start && { start }),
  };
}

/** The outcome of loading a missing remote. */
export function unavailable(name: string, release = 'abcdefgh23456789'): LoadOutcome<never> {
  return { success: false, error: new RemoteUnavailableError(name, release, 'It could not be loaded.') };
}

/** Renders the site at an address, from the test's parts. Returns its loads. */
export async function renderSite(
  address: string,
  parts: {
    readonly auth: () => LoadOutcome<AuthModule>;
    readonly pages?: readonly ListedManifest[];
    /** Instead of `pages`, if their releases matter. */
    readonly modules?: readonly SiteModule[];
    readonly complete?: boolean;
    /** Defaults to null: no separate releases. */
    readonly releases?: SiteSource['releases'];
    readonly loadPageModule?: SiteSource['loadPageModule'];
  },
) {
  window.history.replaceState(null, '', address);
  const loads = new SiteLoads({
    modules: parts.modules ?? (parts.pages ?? []).map((manifest) => moduleFor(manifest)),
    complete: parts.complete ?? true,
    releases: parts.releases ?? null,
    loadAuth: () => Promise.resolve(parts.auth()),
    loadPageModule: parts.loadPageModule ?? ((name) => Promise.resolve(unavailable(name))),
  });
  await act(async () => {
    render(<Site loads={loads} />);
    await loads.auth().promise;
  });
  return loads;
}
