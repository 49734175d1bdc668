import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import type { AuthRelease, PageRelease, ReleaseSet } from '@atrium/releases/release-set';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from '../site/site-source.ts';
import type { LoadExposed } from './federation.ts';

/** The site's parts, each from its remote. */
export function federatedSource(set: ReleaseSet, loadExposed: LoadExposed): SiteSource {
  const load = partLoader(loadExposed);
  return {
    pages: set.pages.map(({ facts }) => facts),
    loadAuth: () => load('auth', set.auth, './auth', isAuthModule),
    loadPageModule: (name) =>
      load(name, set.pages.find((release) => release.name === name) ?? null, './module', isPageModule),
  };
}

function partLoader(loadExposed: LoadExposed) {
  return async <Part>(
    name: string,
    release: AuthRelease | PageRelease | null,
    expose: string,
    isPart: (value: unknown) => value is Part,
  ): Promise<LoadOutcome<Part>> => {
    if (!release) return { success: false, error: new RemoteUnavailableError(name, null, 'No release of it is live.') };
    const fail = (reason: string, cause?: unknown): LoadOutcome<Part> => ({
      success: false,
      error: new RemoteUnavailableError(name, release.release, reason, { cause }),
    });
    try {
      const exposed = await loadExposed(release, expose);
      // A page module is the default export; the auth remote is its named exports.
      const part = isObject(exposed) && 'default' in exposed ? exposed['default'] : exposed;
      return isPart(part) ? { success: true, value: part } : fail(`Its ${expose} is not what the page contract says.`);
    } catch (cause) {
      return fail('It could not be loaded.', cause);
    }
  };
}

function isAuthModule(value: unknown): value is AuthModule {
  return (
    isObject(value) && isObject(value['auth']) &&
    ['AuthProvider', 'useAuth', 'useSupabase', 'RequireAuth', 'firstPageShown'].every((name) => typeof value[name] === 'function')
  );
}

function isPageModule(value: unknown): value is PageModule {
  return isObject(value) && isObject(value['facts']) && isObject(value['routes']) &&
    Object.values(value['routes']).every((load) => typeof load === 'function');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
