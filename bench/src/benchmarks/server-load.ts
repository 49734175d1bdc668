import { loadServer, type RequestLoad } from '../measure/request-load.ts';
import type { Benchmark, Outcome } from '../report/outcome.ts';
import { median, table } from '../report/tables.ts';
import { startBareServer } from '../servers/bare-server.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** Maximum time for a request, as a multiple of the bare server's: 0.8 of its requests per second. */
const LIMIT = 1.25;

/** The requests of each measurement, and before it. */
const REQUESTS = { connections: 200, warmUp: 2_000, count: 9_000 };

/** The headers of a browser that matter for the response. */
const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
};

/** How many requests per second the site's server completes, compared with a bare server of the same responses. */
export const serverLoad: Benchmark = { runs: 5, measure };

/** One round: both servers, one after the other. */
interface Round {
  readonly site: RequestLoad;
  readonly bare: RequestLoad;
}

/** @throws {BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const site = await keep(startRealSite(report));
    const paths = new Map([
      ['/', '/'],
      ['/login', '/login'],
      ['a script', await scriptOf(site.url)],
    ]);
    const bare = await keep(startBareServer(site.url, [...paths.values()], BROWSER_HEADERS));
    const measured = new Map<string, Round[]>([...paths].map(([name]) => [name, []]));
    // The first round warms up the servers. It does not count.
    for (let round = 0; round <= runs; round += 1) {
      if (round > 0) report(`Round ${round} of ${runs} …`);
      for (const [name, path] of paths) {
        const load = (url: string) => loadServer(url, path, BROWSER_HEADERS, REQUESTS);
        const loads = { site: await load(site.url), bare: await load(bare.url) };
        if (round > 0) measured.get(name)?.push(loads);
      }
    }
    return {
      text: table([['requests for', 'per second', 'p99 ms', 'bare per second', 'p99 ms', '× bare per second'], ...[...measured].map(row)]),
      targets: [...measured].map(([name, rounds]) => ({ what: `time for a request of ${name}, by a bare server's`, measured: ratioOf(rounds), limit: LIMIT, unit: '×' })),
      measured: { rounds: Object.fromEntries(measured) },
    };
  });
}

/** The path of the first script of the log-in page. */
async function scriptOf(url: string): Promise<string> {
  const document = await (await fetch(`${url}/login`, { headers: BROWSER_HEADERS })).text();
  const path = /<script src="([^"]+)"/.exec(document)?.[1];
  if (!path) throw new Error('The document of /login loads no script.');
  return path;
}

/** The median of the ratios within each round, because the machine may be slower in another one. */
function ratioOf(rounds: readonly Round[]): number {
  return median(rounds.map(({ site, bare }) => site.each / bare.each));
}

function row([name, rounds]: readonly [string, readonly Round[]]): string[] {
  const cells = (loads: readonly RequestLoad[]) => [(1_000 / median(loads.map(({ each }) => each))).toFixed(0), median(loads.map(({ p99 }) => p99)).toFixed(1)];
  return [name, ...cells(rounds.map(({ site }) => site)), ...cells(rounds.map(({ bare }) => bare)), (1 / ratioOf(rounds)).toFixed(3)];
}
