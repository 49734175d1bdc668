import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { Languages } from '@atrium/page-kit/contract/languages';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { releaseKey, releaseSetSchema, type ReleaseSet, type RemoteRelease } from '@atrium/releases/wire';
import * as v from 'valibot';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from '../runtime/site-source.ts';
import { loadLanguage } from '../texts/document-language.ts';
import type { AdmittedFiles } from './admitted-files.ts';
import type { Federation } from './federation.ts';

/** Id of the data block in which the site's server passes the release set. */
const RELEASE_SET_ID = 'atrium-release-set';

/** The document has no release set, or a malformed one. */
class ReleaseSetError extends Error {
  override readonly name = 'ReleaseSetError';
}

/**
 * Reads the release set that the tab starts with.
 * @throws {ReleaseSetError} if it is missing or malformed; without it the site cannot run
 */
export function readReleaseSet(source: Document): ReleaseSet {
  const text = source.getElementById(RELEASE_SET_ID)?.textContent;
  if (!text) throw new ReleaseSetError('The document contains no release set.');
  try {
    return v.parse(releaseSetSchema, JSON.parse(text));
  } catch (cause) {
    throw new ReleaseSetError('The document contains a malformed release set.', { cause });
  }
}

/** Requests the details that are needed to load a release from the site's server. */
type FetchDetails = (name: string, release: string) => Promise<RemoteRelease>;

/** The site's parts, each from its remote. Releases whose files the document names load without a further request. */
export function federatedSource(
  { pages, complete, auth, shell }: ReleaseSet,
  federation: Federation,
  files: AdmittedFiles,
  fetchDetails: FetchDetails,
): SiteSource {
  const known = new Map<string, RemoteRelease>();
  if (auth) known.set(releaseKey(auth.name, auth.release), auth);
  for (const { name, release, files: own } of pages) if (own) known.set(releaseKey(name, release), { name, release, ...own });

  async function detailsOf(name: string, release: string): Promise<RemoteRelease> {
    const key = releaseKey(name, release);
    const details = known.get(key) ?? (await fetchDetails(name, release));
    known.set(key, details);
    files.admit(details);
    return details;
  }

  async function load<Part extends { readonly languages?: Languages }>(
    name: string,
    release: string,
    expose: string,
    isPart: (value: unknown) => value is Part,
  ): Promise<LoadOutcome<Part>> {
    const fail = (reason: string, cause?: unknown): LoadOutcome<Part> => ({
      success: false,
      error: new RemoteUnavailableError(name, release, reason, { cause }),
    });
    try {
      const exposed = await federation.loadExposed(await detailsOf(name, release), expose);
      // A page module is the default export; the auth remote is its named exports.
      const part = isObject(exposed) && 'default' in exposed ? exposed['default'] : exposed;
      if (!isPart(part)) return fail(`Its ${expose} does not match the page contract.`);
      await loadLanguage(part.languages);
      return { success: true, value: part };
    } catch (cause) {
      return fail('It could not be loaded.', cause);
    }
  }

  async function loadAuth(): Promise<LoadOutcome<AuthModule>> {
    if (!auth) return { success: false, error: new RemoteUnavailableError('auth', null, 'No release of it is live.') };
    let outcome: LoadOutcome<AuthModule> | null = null;
    const working = (async () => {
      for (const release of [auth.release, auth.previous]) {
        if (!release) break;
        const tried = await load(auth.name, release, './auth', isAuthModule);
        outcome = outcome && !tried.success ? outcome : tried;
        if (tried.success) return detailsOf(auth.name, release);
      }
      throw new Error('No release of the auth remote works.');
    })();
    federation.provideAuth(working);
    await working.catch(() => undefined);
    return outcome ?? { success: false, error: new RemoteUnavailableError(auth.name, auth.release, 'It could not be loaded.') };
  }

  return {
    modules: pages.map(({ release, previous, manifest }) => ({ manifest, release, previous })),
    complete,
    releases: { shell: shell.release, auth: auth?.release ?? null },
    loadAuth,
    loadPageModule: (name, release) => load(name, release, './module', isPageModule),
  };
}

function isAuthModule(value: unknown): value is AuthModule {
  return (
    isObject(value) && isObject(value['auth']) &&
    ['AuthProvider', 'useAuth', 'useSupabase', 'RequireAuth', 'firstPageShown'].every((name) => typeof value[name] === 'function')
  );
}

function isPageModule(value: unknown): value is PageModule {
  return isObject(value) && isObject(value['manifest']) && isObject(value['routes']) &&
    Object.values(value['routes']).every((load) => typeof load === 'function');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
