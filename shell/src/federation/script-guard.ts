import type { FileHashes } from './admitted-files.ts';

declare global {
  /** Read by the chunk loading of every build (see ScriptIntegrityPlugin in page-kit). */
  var atriumIntegrity: (address: string) => string;
}

/** The part of the Trusted Types API that the guard needs; TypeScript's DOM types do not have it yet. */
interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

/**
 * Lets the tab load scripts of its releases only. The document's policy demands Trusted Types and allows the one
 * policy `default`, which decides here; `atriumIntegrity` gives chunk loading the hash to demand.
 * Markup and script text have no rule, so the browser refuses them.
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
