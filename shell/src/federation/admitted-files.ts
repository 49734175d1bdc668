import type { ShellRelease } from '@atrium/releases/wire';

declare global {
  /** Read by the chunk loading of every build (see ScriptIntegrityPlugin in page-kit). */
  var atriumIntegrity: (address: string) => string;
}

/** A file that is in none of the tab's releases was about to be loaded. */
export class FileNotAdmittedError extends Error {
  override readonly name = 'FileNotAdmittedError';
}

/** Finds the hash of a file by its URL. */
export interface FileHashes {
  /**
   * Subresource integrity of a script or style sheet.
   * @throws {FileNotAdmittedError} if the file is in none of the tab's releases
   */
  integrityOf(address: string): string;
}

/**
 * The scripts and style sheets that this tab may load: those of its release set, and of each release that is admitted
 * later. Admitted files stay admitted, so that code of an earlier release can still load its chunks.
 */
export class AdmittedFiles implements FileHashes {
  readonly #origin: string;
  readonly #integrity = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Admits the files of a release that the site's server named, in the document or in a response. */
  admit({ base, scripts, styles }: Pick<ShellRelease, 'base' | 'scripts' | 'styles'>): void {
    for (const [file, hash] of Object.entries({ ...scripts, ...styles })) {
      this.#integrity.set(new URL(base + file, this.#origin).href, hash);
    }
  }

  integrityOf(address: string): string {
    const url = new URL(address, this.#origin);
    // A retry adds a query, so as not to wait for a request that hangs.
    url.search = '';
    const hash = this.#integrity.get(url.href);
    if (hash === undefined) throw new FileNotAdmittedError(`${url.href} is in no release of this tab.`);
    return hash;
  }
}

/** The part of the Trusted Types API that the guard needs; TypeScript's DOM types do not have it yet. */
interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

/**
 * Restricts the tab to scripts of its releases. The document's policy requires Trusted Types and allows only the policy
 * `default`, which checks script URLs here; `atriumIntegrity` gives chunk loading the hash to require. The policy has
 * no rule for markup and script text, so the browser refuses them.
 */
export function guardScripts(files: FileHashes): void {
  globalThis.atriumIntegrity = (address) => files.integrityOf(address);
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      files.integrityOf(address);
      return address;
    },
  });
}
