import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageFacts } from '@atrium/page-kit/contract/page-facts';
import type { PageModule } from '@atrium/page-kit/contract/page-module';

/** A part of the site that could not be had. `remote` and `release` name it for the people who own it. */
export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';
  readonly remote: string;
  readonly release: string | null;

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

/** Where the site gets its parts from: from remotes in the browser, from one bundle in the benchmark's comparison. */
export interface SiteSource {
  readonly pages: readonly SiteFacts[];
  loadAuth(): Promise<LoadOutcome<AuthModule>>;
  loadPageModule(name: string): Promise<LoadOutcome<PageModule>>;
}
