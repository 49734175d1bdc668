import { buildWithVite } from '../builds/vite-build.ts';
import { buildWithWebpack } from '../builds/webpack-build.ts';
import { takeTurns, withBrowser } from '../measure/browser.ts';
import { measureLoad } from '../measure/load.ts';
import { BUDGETS, LAYERS, layerSizes, type LayerSizes } from '../report/layer-sizes.ts';
import type { Benchmark, Outcome, Target } from '../report/outcome.ts';
import { loadsTable, summarize, table, type Summary } from '../report/tables.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';
import { serveStaticSite } from '../servers/static-server.ts';

/** The builds that the site is compared with. */
const BUILDS = new Map([
  ['vite', () => buildWithVite()],
  ['webpack', buildWithWebpack],
]);

/** Maximum times to the usable form, as multiples of the builds'. */
const TIME_LIMITS = new Map([
  ['vite', 0.8],
  ['webpack', 1],
]);

/** Maximum time to the visible form, as a multiple of Vite's. */
const VISIBLE_LIMIT = 0.38;

/** Maximum bytes of all responses until the form is usable, with their headers. */
const BYTES_LIMIT = 112_000;

/** A cold load of the log-in form, compared with the same sources without remotes. */
export const firstScreen: Benchmark = { runs: 9, measure };

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const atrium = await keep(startRealSite(report));
    const sites = new Map([['atrium', atrium.url]]);
    for (const [name, build] of BUILDS) {
      report(`Building ${name} …`);
      sites.set(name, (await keep(serveStaticSite(await build(), atrium.url))).url);
    }
    const { loads, browser } = await withBrowser(async (chromium) => ({
      loads: await takeTurns(chromium, sites, runs, measureLoad, report),
      browser: chromium.version(),
    }));
    const layers = await layerSizes(loads.get('atrium')?.at(-1)?.files ?? [], atrium.store, atrium.url);
    const summaries = new Map([...loads].map(([name, own]) => [name, summarize(own)]));
    const site = summaries.get('atrium');
    const reference = summaries.get('vite');
    if (!site || !reference) throw new Error('The site or its reference was not measured.');
    return {
      text: firstScreenText(summaries, reference, layers),
      targets: firstScreenTargets(summaries, site, reference, layers),
      measured: {
        browser,
        summaries: Object.fromEntries(summaries),
        layers: Object.fromEntries(layers),
        loads: Object.fromEntries(loads),
      },
    };
  });
}

/** A table of the variants, with ratios to Vite's, and a table of the site's layers. */
function firstScreenText(summaries: ReadonlyMap<string, Summary>, reference: Summary, layers: LayerSizes): string {
  const budgets = LAYERS.map((layer) => [layer, (layers.get(layer) ?? 0).toFixed(0), String(BUDGETS[layer])]);
  const whole = [...layers.values()].reduce((total, bytes) => total + bytes, 0);
  const allowed = Object.values(BUDGETS).reduce((total, bytes) => total + bytes, 0);
  return [
    loadsTable(summaries, reference, 'vite'),
    table([['layer of the site', 'bytes', 'budget'], ...budgets, ['all', whole.toFixed(0), String(allowed)]]),
  ].join('\n\n');
}

/** The targets: time compared with the builds, the bytes, and the size of each layer. */
function firstScreenTargets(summaries: ReadonlyMap<string, Summary>, site: Summary, reference: Summary, layers: LayerSizes): Target[] {
  return [
    { what: "time to the visible log-in form, by vite's", measured: site.visible / reference.visible, limit: VISIBLE_LIMIT, unit: '×' },
    ...[...TIME_LIMITS].map(([name, limit]): Target => ({ what: `time to the usable log-in form, by ${name}'s`, measured: site.time / (summaries.get(name)?.time ?? 0), limit, unit: '×' })),
    { what: 'bytes to the log-in form', measured: site.bytes, limit: BYTES_LIMIT, unit: 'bytes' },
    ...LAYERS.map(
      (layer): Target => ({ what: `layer ${layer}`, measured: Math.round(layers.get(layer) ?? 0), limit: BUDGETS[layer], unit: 'bytes' }),
    ),
  ];
}
