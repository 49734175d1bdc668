import { releaseKey } from '@atrium/releases/model';
import { NO_REPORTS, type ReportCounter } from './counting.ts';
import type { SelfQuarantine } from './quarantine.ts';
import type { ReportSender } from './report-sender.ts';
import type { VisibleReleases } from './visible-releases.ts';

/** Where the counts come from. */
interface ReportMetricsSources {
  readonly visible: VisibleReleases;
  readonly counter: ReportCounter;
  readonly quarantine: SelfQuarantine;
  readonly sender: ReportSender;
}

/** The metrics of releases. Only releases that the registry points at become labels, so there are few. */
export async function reportMetrics({ visible, counter, quarantine, sender }: ReportMetricsSources): Promise<readonly string[]> {
  const releases = [...(await visible.read()).values()].map(({ counted: { name, release }, place }) => ({
    labels: `{remote="${name}",release="${release}",place="${place}"}`,
    counts: counter.counts.get(releaseKey(name, release)) ?? NO_REPORTS,
    refused: quarantine.wasRefused(releaseKey(name, release)),
  }));
  const each = (name: string, value: (release: (typeof releases)[number]) => number) => releases.map((release) => `${name}${release.labels} ${value(release)}`);
  return [
    '# HELP atrium_release_shown_total Visitors who were shown a page of the release, as reported to this server.',
    '# TYPE atrium_release_shown_total counter',
    ...each('atrium_release_shown_total', ({ counts }) => counts.shown),
    '# HELP atrium_release_failed_total Visitors for whom the release failed, as reported to this server.',
    '# TYPE atrium_release_failed_total counter',
    ...each('atrium_release_failed_total', ({ counts }) => counts.failed),
    '# HELP atrium_release_errors_total Visitors who met an error on a page of the release that had worked, as reported to this server.',
    '# TYPE atrium_release_errors_total counter',
    ...each('atrium_release_errors_total', ({ counts }) => counts.error),
    '# HELP atrium_release_quarantine_refused Whether the release should be in quarantine, but nothing can replace it.',
    '# TYPE atrium_release_quarantine_refused gauge',
    ...each('atrium_release_quarantine_refused', ({ refused }) => (refused ? 1 : 0)),
    '# HELP atrium_quarantines_total Releases that this server put in quarantine itself.',
    '# TYPE atrium_quarantines_total counter',
    `atrium_quarantines_total ${quarantine.count}`,
    '# HELP atrium_reports_unsent Tallies of reports that the release store has not received yet.',
    '# TYPE atrium_reports_unsent gauge',
    `atrium_reports_unsent ${counter.buffer.size}`,
    '# HELP atrium_store_unavailable Whether the last attempt to store or read reports failed.',
    '# TYPE atrium_store_unavailable gauge',
    `atrium_store_unavailable ${sender.isStoreUnavailable ? 1 : 0}`,
  ];
}
