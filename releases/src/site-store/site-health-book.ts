import type { HealthBook, ReleaseHealth } from '../health/health-book.ts';
import { askSite, type SiteAccess } from './site-request.ts';
import { SiteStoreError } from './site-store-error.ts';
import { healthAnswerSchema } from './store-wire.ts';

/** What a running site was told of its releases. Only its servers write it: they know who told. */
export class SiteHealthBook implements HealthBook {
  readonly #access: SiteAccess;

  constructor(access: SiteAccess) {
    this.#access = access;
  }

  /** The recent minutes are always all of them. */
  async read(): Promise<readonly ReleaseHealth[]> {
    return (await askSite(this.#access, { path: 'health' }, healthAnswerSchema)).releases;
  }

  /** @throws SiteStoreError always: with it, marks of visitors could be led back to addresses */
  salt(): Promise<string> {
    return Promise.reject(new SiteStoreError('not-your-right', 'A site does not tell what marks of visitors are made with.'));
  }

  /** @throws SiteStoreError always */
  add(): Promise<void> {
    return Promise.reject(new SiteStoreError('not-your-right', 'Only the servers of a site count what tabs report.'));
  }
}
