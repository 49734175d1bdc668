import type { RemoteRelease } from '@atrium/releases/wire';
import type { FileHashes } from './admitted-files.ts';

/** Makes another URL of the same file: the browser would reuse a failed response, or wait for one that hangs. */
const RETRY_QUERY = '?attempt=1';

/** Loads and runs a script of one of the tab's releases. Rejects if it does not arrive or its hash is wrong. */
export function loadScript(files: FileHashes, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = files.integrityOf(address);
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded.`));
    };
    script.src = address;
    document.head.append(script);
  });
}

/** Requests what a release exposes, without running it. Other files of the first screen come first. */
export function preloadExposed(files: FileHashes, { base, exposes }: Pick<RemoteRelease, 'base' | 'exposes'>, expose: string): void {
  for (const path of exposes[expose]?.scripts ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', fetchPriority: 'low', integrity: files.integrityOf(base + path), href: base + path });
    document.head.append(link);
  }
}

/**
 * Retries each file of the document that does not arrive, once: a style sheet, which has loaded or failed before any
 * script runs, or a script after this one. If the retry fails too, the document's own text tells the user what to do.
 */
export function retryShellFiles(source: Document, files: FileHashes): void {
  for (const link of source.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isEmpty(link)) link.href += RETRY_QUERY;
  }
  for (const script of source.querySelectorAll<HTMLScriptElement>('script[defer]')) {
    script.onerror = () => void loadScript(files, script.src + RETRY_QUERY).catch(() => undefined);
  }
}

/** Whether a style sheet has no rules. Browsers do not expose the rules of one that did not arrive. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}
