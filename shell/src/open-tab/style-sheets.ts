import { timeLimit } from '../runtime/time-limit.ts';
import { runningRelease, type TabModules } from '../runtime/tab-modules.ts';

/** Remotes that are no page modules: they load once, and their style sheets stay enabled. */
const ALWAYS_ENABLED = ['shell', 'auth'];

/** Milliseconds after which a part appears without its style sheet. */
const TIME_LIMIT = 8_000;

const loads = new Map<string, Promise<void>>();

/** How often each style sheet was requested. */
const attempts = new Map<string, number>();

/**
 * Loads a style sheet of its own file (`css?url`), once for the tab. The bundler's own way would add the code that loads
 * style sheets to every visitor's first screen. A part without its style sheet looks plain, but works. A style sheet that failed is
 * requested again by the next part that needs it.
 *
 * @returns a promise that resolves when the style sheet has loaded or failed, or takes too long
 */
export function loadStyleSheet(address: string): Promise<void> {
  const load = loads.get(address) ?? startLoad(address);
  loads.set(address, load);
  return load;
}

function startLoad(address: string): Promise<void> {
  const attempt = attempts.get(address) ?? 0;
  attempts.set(address, attempt + 1);
  return new Promise((resolve) => {
    try {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      // The browser would wait for the earlier request, or reuse its rejected bytes.
      link.href = attempt === 0 ? address : `${address}?attempt=${attempt}`;
      link.crossOrigin = 'anonymous';
      link.integrity = atriumIntegrity(link.href);
      // One that is only slow still arrives.
      const cancel = timeLimit(TIME_LIMIT, resolve);
      link.onload = () => {
        cancel();
        resolve();
      };
      link.onerror = () => {
        cancel();
        link.remove();
        loads.delete(address);
        resolve();
      };
      document.head.append(link);
    } catch (error) {
      reportError(error);
      resolve();
    }
  });
}

/**
 * Enables the style sheets of each module's running release, and disables those of retired modules and of other releases,
 * which use the same class names. Loaded sheets stay in the document, so that a release that the tab returns to is styled
 * immediately.
 */
export function separateStyles(modules: TabModules): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const [, name, release] = /^\/releases\/([^/]+)\/([^/]+)\//.exec(new URL(link.href).pathname) ?? [];
    if (name === undefined || ALWAYS_ENABLED.includes(name) || !link.sheet) continue;
    const module = modules.named(name);
    link.sheet.disabled = !module || runningRelease(module) !== release;
  }
}
