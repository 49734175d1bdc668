import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageFacts } from '@atrium/page-kit/contract/page-facts';
import type { PageModule } from '@atrium/page-kit/contract/page-module';

/** A part of the site that could not be had, or did not work. `remote` and `release` name it for the people who own it. */
export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';
  readonly remote: string;
  readonly release: string | null;
  /** Stands on screen and on the console, so that what a visitor tells can be found again. */
  readonly trace = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';

  constructor(remote: string, release: string | null, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.remote = remote;
    this.release = release;
  }
}

/** What a load came to. Loading never rejects: that a remote is missing is a normal thing on this site. */
export type LoadOutcome<Value> =
  | { readonly success: true; readonly value: Value }
  | { readonly success: false; readonly error: RemoteUnavailableError };

/** Facts as they are in a release set: texts may lack a language. */
export type SiteFacts = Omit<PageFacts, 'title' | 'navigation'> & {
  readonly title: { readonly [locale: string]: string };
  readonly navigation: readonly (Omit<PageFacts['navigation'][number], 'label'> & {
    readonly label: { readonly [locale: string]: string };
  })[];
};

/** A page module of the site: its facts, and the ids of its releases. */
export interface SiteModule {
  readonly facts: SiteFacts;
  readonly release: string;
  /** What may be taken where the release will not do; null if there is none. */
  readonly previous: string | null;
}

/** Where the site gets its parts from: from remotes in the browser, from one bundle in the benchmark's comparison. */
export interface SiteSource {
  readonly modules: readonly SiteModule[];
  /** Whether these are all modules of the site; else the listing of the site's server has the rest. */
  readonly complete: boolean;
  /** The releases that stay as they are until the tab is loaded anew; null where nothing is released on its own. */
  readonly releases: { readonly shell: string; readonly auth: string | null } | null;
  loadAuth(): Promise<LoadOutcome<AuthModule>>;
  loadPageModule(name: string, release: string): Promise<LoadOutcome<PageModule>>;
}
