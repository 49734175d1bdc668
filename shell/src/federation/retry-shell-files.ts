import { addScript } from './add-script.ts';
import type { FileHashes } from './admitted-files.ts';

/** Another address of the same file: the browser would take a failed answer from its cache, or wait for one that hangs. */
const AGAIN = '?attempt=1';

/**
 * Asks once more for each file of the document that does not arrive: a style sheet, which has come or failed before any
 * script runs, or a script after this one. Where that fails too, the document's own sentence says how to go on.
 */
export function retryShellFiles(source: Document, files: FileHashes): void {
  for (const link of source.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isEmpty(link)) link.href += AGAIN;
  }
  for (const script of source.querySelectorAll<HTMLScriptElement>('script[defer]')) {
    script.onerror = () => void addScript(files, script.src + AGAIN).catch(() => undefined);
  }
}

/** Whether a style sheet has no rules. Browsers refuse to show those of one that did not arrive. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}
