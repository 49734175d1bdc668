import type { ReleaseSet } from '@atrium/releases/release-set';

/** A file that is not in the tab's release set was about to be loaded. */
export class FileNotAdmittedError extends Error {
  override readonly name = 'FileNotAdmittedError';
}

/** Finds the hash of a file by its address. */
export interface AdmittedFiles {
  /**
   * Subresource integrity of a script or style sheet.
   * @throws {FileNotAdmittedError} when the file is in no release of the tab.
   */
  integrityOf(address: string): string;
}

/** The scripts and style sheets of a release set: all that this tab may load. */
export function admittedFiles(set: ReleaseSet, origin: string): AdmittedFiles {
  const integrity = new Map<string, string>();
  for (const release of [set.shell, ...(set.auth ? [set.auth] : []), ...set.pages]) {
    for (const [file, hash] of Object.entries({ ...release.scripts, ...release.styles })) {
      integrity.set(new URL(release.base + file, origin).href, hash);
    }
  }
  return {
    integrityOf(address) {
      const url = new URL(address, origin);
      // A retry changes the query only, so as not to wait for a request that hangs.
      url.search = '';
      const hash = integrity.get(url.href);
      if (hash === undefined) throw new FileNotAdmittedError(`${url.href} is in no release of this tab.`);
      return hash;
    },
  };
}
