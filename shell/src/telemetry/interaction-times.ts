import { onINP } from 'web-vitals/onINP.js';
import type { PageLog } from './page-log.ts';

/**
 * Finds the tab's slowest interaction, and the module on whose page it was.
 *
 * @param report gets the module, its release and the milliseconds until the page showed the result, when the tab is hidden
 */
export function timeInteractions(pages: PageLog, report: (name: string, release: string, ms: number) => void): void {
  onINP(({ value, entries }) => {
    const page = pages.at(entries.at(-1)?.startTime ?? 0);
    const [name, release] = [page['atrium.page.module'], page['atrium.page.release']];
    // No module's page was on screen, but one of the shell.
    if (typeof name === 'string' && typeof release === 'string') report(name, release, value);
  });
}
