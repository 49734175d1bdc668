import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { ModuleManifest, NavigationEntry } from '@atrium/page-kit/contract/module-manifest';
import type { PageModule } from '@atrium/page-kit/contract/page-module';

/** Options of a {@link RemoteUnavailableError}. */
interface UnavailableOptions extends ErrorOptions {
  readonly extension?: string;
}

/** A part of the site that could not be loaded, or did not work. `remote` and `release` name it for its owners. */
export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';
  readonly remote: string;
  readonly release: string | null;
  /** Key of the extension that failed; null if it was another part of the remote. */
  readonly extension: string | null;
  /** Appears on screen and in the console, so that a visitor's report can be matched to the logged error. */
  readonly trace = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';

  constructor(remote: string, release: string | null, reason: string, options?: UnavailableOptions) {
    super(reason, options);
    this.remote = remote;
    this.release = release;
    this.extension = options?.extension ?? null;
  }
}

/**
 * When a part of the site failed: while loading, while starting, before its page or extension was known to work (`render`), after
 * (`use`), or in its code for the command palette (`command`, `search`).
 */
export type FailureStage = 'load' | 'start' | 'render' | 'use' | 'command' | 'search';

/** The result of a load. Loads never reject: a missing remote is a normal case on this site. */
export type LoadOutcome<Value> =
  | { readonly success: true; readonly value: Value }
  | { readonly success: false; readonly error: RemoteUnavailableError };

/** A text of a module manifest as a release set contains it: it may lack a language. */
export type ListedText = { readonly [locale: string]: string };

/** A menu entry as a release set contains it. */
export type ListedEntry = Omit<NavigationEntry, 'label' | 'group'> & { readonly label: ListedText; readonly group?: ListedText };

/** A module manifest as a release set contains it, without what the module contributes to other pages. */
export type ListedManifest = Pick<ModuleManifest, 'name' | 'owner' | 'contract' | 'routes' | 'start'> & {
  readonly title: ListedText;
  readonly navigation: readonly ListedEntry[];
};

/** A page module of the site: its manifest and the ids of its releases. */
export interface SiteModule {
  readonly manifest: ListedManifest;
  readonly release: string;
  /** The release to fall back to when `release` fails; null if there is none. */
  readonly previous: string | null;
}

/** Where the site gets its parts from: from remotes in the browser, or from one bundle in the benchmark's comparison. */
export interface SiteSource {
  readonly modules: readonly SiteModule[];
  /** Whether `modules` has every module of the site. If not, the server's listing has the rest. */
  readonly complete: boolean;
  /** The releases that only a reload can change; null if the site has no separate releases. */
  readonly releases: { readonly shell: string; readonly auth: string | null } | null;
  loadAuth(): Promise<LoadOutcome<AuthModule>>;
  loadPageModule(name: string, release: string): Promise<LoadOutcome<PageModule>>;
}
