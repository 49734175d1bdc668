/** Scripts that the document itself brings: whether each has arrived and run, by its full address. */
export type DocumentScripts = Map<string, Promise<boolean>>;

/**
 * Watches the scripts that stand behind the shell's own in the document. They are deferred, so they run in their order
 * after the shell's; to be called while the shell's script runs, before any of them can have arrived or failed.
 */
export function watchDocumentScripts(source: Document): DocumentScripts {
  const scripts = source.querySelectorAll<HTMLScriptElement>('script[src][defer]');
  return new Map(
    [...scripts]
      .filter((script) => script !== source.currentScript)
      .map((script) => [
        script.src,
        new Promise((resolve) => {
          script.addEventListener('load', () => resolve(true));
          script.addEventListener('error', () => resolve(false));
        }),
      ]),
  );
}
