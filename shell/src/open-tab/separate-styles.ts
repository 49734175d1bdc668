import { runningRelease, type TabModules } from '../site/tab-modules.ts';

/** What has style sheets and is no page module: it is loaded once, and stays. */
const ALWAYS = ['shell', 'auth'];

/**
 * Lets the style sheets of each module's running release count, and no other module's, such as those of a retired one
 * and of other releases, which name the same classes.
 * Sheets that were loaded once stay, so that a release that the tab comes back to looks right at once.
 */
export function separateStyles(modules: TabModules): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const [, name, release] = /^\/releases\/([^/]+)\/([^/]+)\//.exec(new URL(link.href).pathname) ?? [];
    if (name === undefined || ALWAYS.includes(name) || !link.sheet) continue;
    const module = modules.named(name);
    link.sheet.disabled = !module || runningRelease(module) !== release;
  }
}
