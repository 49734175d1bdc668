import type { ReportCounter } from './report-counter.ts';
import type { SelfQuarantine } from './self-quarantine.ts';
import type { StandingReleases } from './standing-releases.ts';
import type { ToldBook } from './told-book.ts';

/** Where the counts come from. */
export interface ReportMetricsSources {
  readonly standing: StandingReleases;
  readonly counter: ReportCounter;
  readonly quarantine: SelfQuarantine;
  readonly book: ToldBook;
}

/** Lines for `/metrics` about releases. Its labels are names and releases that the registry points at, so they stay few. */
export async function reportMetrics({ standing, counter, quarantine, book }: ReportMetricsSources): Promise<readonly string[]> {
  const releases = [...(await standing.read()).values()].map(({ counted: { name, release }, place }) => ({
    labels: `{remote="${name}",release="${release}",place="${place}"}`,
    told: counter.counts.get(`${name}/${release}`) ?? { shown: 0, failed: 0, error: 0 },
    refused: quarantine.wasRefused(`${name}/${release}`),
  }));
  const each = (name: string, value: (release: (typeof releases)[number]) => number) => releases.map((one) => `${name}${one.labels} ${value(one)}`);
  return [
    '# HELP atrium_release_shown_total Visitors who were shown a page of the release, as told to this server.',
    '# TYPE atrium_release_shown_total counter',
    ...each('atrium_release_shown_total', ({ told }) => told.shown),
    '# HELP atrium_release_failed_total Visitors for whom the release failed, as told to this server.',
    '# TYPE atrium_release_failed_total counter',
    ...each('atrium_release_failed_total', ({ told }) => told.failed),
    '# HELP atrium_release_errors_total Visitors who met an error of a page of the release that had worked, as told to this server.',
    '# TYPE atrium_release_errors_total counter',
    ...each('atrium_release_errors_total', ({ told }) => told.error),
    '# HELP atrium_release_quarantine_refused Whether the release should be in quarantine, and nothing can take its place.',
    '# TYPE atrium_release_quarantine_refused gauge',
    ...each('atrium_release_quarantine_refused', ({ refused }) => (refused ? 1 : 0)),
    '# HELP atrium_quarantines_total Releases that this server put in quarantine by itself.',
    '# TYPE atrium_quarantines_total counter',
    `atrium_quarantines_total ${quarantine.made}`,
    '# HELP atrium_reports_unsent Tallies of reports that the release store was not told yet.',
    '# TYPE atrium_reports_unsent gauge',
    `atrium_reports_unsent ${counter.unsent.size}`,
    '# HELP atrium_store_away Whether the release store could not take reports, or not be looked at, the last time.',
    '# TYPE atrium_store_away gauge',
    `atrium_store_away ${book.isAway ? 1 : 0}`,
  ];
}
