import type { ReleaseSet } from '@atrium/releases/wire';
import * as v from 'valibot';
import { AdmittedFiles } from '../federation/admitted-files.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';

declare global {
  /** Whether this is the shell's development build (shellDevelopmentConfig in page-kit). The build replaces it with its value. */
  const ATRIUM_DEVELOPMENT: boolean;
}

/** Id of the data block in which a development server names what it develops. */
const DEVELOPMENT_ID = 'atrium-development';

const developmentSchema = v.strictObject({
  /** Folders whose files change while they are loaded: absolute paths with a trailing slash. */
  folders: v.array(v.string()),
});

/** The files of a tab in which some remotes are under development: any file of those may load, since they change all the time. */
export class DevelopmentFiles extends AdmittedFiles {
  readonly #folders: readonly string[];
  readonly #ownOrigin: string;

  /** @throws ValiError for a malformed data block; without it the site cannot run */
  constructor(origin: string, source: Document) {
    super(origin);
    this.#ownOrigin = origin;
    const text = source.getElementById(DEVELOPMENT_ID)?.textContent;
    this.#folders = text ? v.parse(developmentSchema, JSON.parse(text)).folders : [];
  }

  override integrityOf(address: string): string {
    const { origin, pathname } = new URL(address, this.#ownOrigin);
    const isDeveloped = origin === this.#ownOrigin && this.#folders.some((folder) => pathname.startsWith(folder));
    // No integrity: the hash changes with each edit.
    return isDeveloped ? '' : super.integrityOf(address);
  }

  /** Whether a release's files are under development. */
  isDeveloped(base: string): boolean {
    return this.#folders.includes(base);
  }

  /**
   * Loads the page modules under development on every page: they bring the connection to the development server, which
   * reports changes. A failure is reported as for any other load.
   */
  loadDevelopedModules(loads: SiteLoads, { pages }: ReleaseSet): void {
    for (const page of pages) if (page.files && this.isDeveloped(page.files.base)) void loads.module(page.name, page.release).promise;
  }
}
