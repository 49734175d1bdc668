import { takeTurns, withBrowser } from '../measure/browser.ts';
import { measureLoad } from '../measure/load.ts';
import { fillStore } from '../modules/generated-modules.ts';
import type { Benchmark, Outcome, Target } from '../report/outcome.ts';
import { loadsTable, summarize } from '../report/tables.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** Page modules of the big site. The small one has only the real ones. */
const MODULES = 200;
const REAL_MODULES = 2;

/** Maximum cost of the big site's start-up, as a multiple of the small one's. */
const LIMIT = 1.02;

/**
 * The same until the tab is idle. By then it has loaded the listing of all modules, and the files of a module that starts
 * with the site although the document does not name it.
 */
const IDLE_LIMITS = { requestsUntilIdle: 1.15, bytesUntilIdle: 1.06 };

/** A cold load of the log-in form with many registered page modules, compared with two. */
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
    const loads = await withBrowser((browser) => takeTurns(browser, sites, runs, measureLoad, report));
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
