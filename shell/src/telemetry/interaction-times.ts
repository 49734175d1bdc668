import { onINP } from 'web-vitals/onINP.js';
import type { TabModules } from '../runtime/tab-modules.ts';
import { PageLog } from './page-log.ts';

/** Finds the tab's slowest interaction, and the module on whose page it was. */
export class InteractionTimes {
  readonly #pages: PageLog;

  /** @param report gets the module, its release and the milliseconds until the page showed the result, each time the tab is hidden */
  constructor(modules: TabModules, report: (name: string, release: string, ms: number) => void) {
    this.#pages = new PageLog(modules);
    onINP(({ value, entries }) => {
      const page = this.#pages.at(entries.at(-1)?.startTime ?? 0);
      const [name, release] = [page['atrium.page.module'], page['atrium.page.release']];
      // No module's page was on screen, but one of the shell.
      if (typeof name === 'string' && typeof release === 'string') report(name, release, value);
    });
  }

  /** Call it when another page, or another release of it, may be on screen. */
  pageChanged(): void {
    this.#pages.update();
  }
}
