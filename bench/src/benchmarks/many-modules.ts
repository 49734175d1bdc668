import type { Benchmark, Outcome, Target } from '../benchmark.ts';
import { takeTurns } from '../measure/take-turns.ts';
import { withBrowser } from '../measure/with-browser.ts';
import { fillStore } from '../modules/fill-store.ts';
import { loadsTable } from '../report/loads-table.ts';
import { summarize } from '../report/summary.ts';
import { startRealSite } from '../servers/real-site.ts';
import { withSites } from '../servers/running-sites.ts';

/** Page modules that are registered at the big site; the small one has the two real ones. */
const MODULES = 200;
const REAL_MODULES = 2;

/** The most that the start-up of the big site may cost, as a multiple of the small one's. */
const LIMIT = 1.02;

/**
 * The same once the tab is idle: it has asked for the listing of all modules then, and for the files of one that is
 * started with the site and that the document does not name.
 */
const IDLE_LIMITS = { requestsUntilIdle: 1.15, bytesUntilIdle: 1.06 };

/** A cold load of the log-in form with many registered page modules, against one with two. */
export const manyModules: Benchmark = { runs: 9, measure };

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const small = await keep(startRealSite(report));
    const big = await keep(startRealSite(report));
    report(`Registering ${MODULES - REAL_MODULES} page modules …`);
    await fillStore(big.store, MODULES - REAL_MODULES);
    const sites = new Map([
      ['2 modules', small.url],
      [`${MODULES} modules`, big.url],
    ]);
    const loads = await withBrowser((browser) => takeTurns(browser, sites, runs, report));
    const [few, many] = [...loads.values()].map(summarize);
    if (!few || !many) throw new Error('The sites were not measured.');
    return {
      text: loadsTable(new Map([['2 modules', few], [`${MODULES} modules`, many]]), few, '2 modules'),
      targets: [
        ...(['requests', 'bytes', 'time'] as const).map(
          (key): Target => ({ what: `${key} to the log-in form, by two modules'`, measured: many[key] / few[key], limit: LIMIT, unit: '×' }),
        ),
        ...(['requests', 'bytes'] as const).map((key): Target => {
          const untilIdle = `${key}UntilIdle` as const;
          const measured = many[untilIdle] / few[untilIdle];
          return { what: `${key} until idle, with the listing, by two modules'`, measured, limit: IDLE_LIMITS[untilIdle], unit: '×' };
        }),
      ],
      measured: { loads: Object.fromEntries(loads) },
    };
  });
}
