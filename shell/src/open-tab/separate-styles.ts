import { runningRelease, type TabModules } from '../site/tab-modules.ts';

/**
 * Lets the style sheets of each module's running release count, and none of its others: they name the same classes.
 * Sheets that were loaded once stay, so that a release that the tab comes back to looks right at once.
 */
export function separateStyles(modules: TabModules): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const [, name, release] = /^\/releases\/([^/]+)\/([^/]+)\//.exec(new URL(link.href).pathname) ?? [];
    const module = name === undefined ? undefined : modules.named(name);
    if (module && link.sheet) link.sheet.disabled = runningRelease(module) !== release;
  }
}
