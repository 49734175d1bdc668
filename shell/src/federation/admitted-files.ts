import type { ShellRelease } from '@atrium/releases/release-set';

/** A file that is in no release of the tab was about to be loaded. */
export class FileNotAdmittedError extends Error {
  override readonly name = 'FileNotAdmittedError';
}

/** Finds the hash of a file by its address. */
export interface FileHashes {
  /**
   * Subresource integrity of a script or style sheet.
   * @throws {FileNotAdmittedError} when the file is in no release of the tab.
   */
  integrityOf(address: string): string;
}

/**
 * The scripts and style sheets that this tab may load: those of its release set, and of each release that is admitted
 * later. What was admitted once stays so: code of a release that the tab had may still load its chunks.
 */
export class AdmittedFiles implements FileHashes {
  readonly #origin: string;
  readonly #integrity = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Admits the files of a release that the site's server named: in the document, or when it was asked for it. */
  admit({ base, scripts, styles }: Pick<ShellRelease, 'base' | 'scripts' | 'styles'>): void {
    for (const [file, hash] of Object.entries({ ...scripts, ...styles })) {
      this.#integrity.set(new URL(base + file, this.#origin).href, hash);
    }
  }

  integrityOf(address: string): string {
    const url = new URL(address, this.#origin);
    // A retry changes the query only, so as not to wait for a request that hangs.
    url.search = '';
    const hash = this.#integrity.get(url.href);
    if (hash === undefined) throw new FileNotAdmittedError(`${url.href} is in no release of this tab.`);
    return hash;
  }
}
