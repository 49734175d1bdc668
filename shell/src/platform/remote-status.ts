import type { PlatformHealth, PlatformRemote, PlatformState } from '@atrium/releases/wire';

/** What needs attention in a remote, from most to least severe; null for nothing. */
export type RemoteStatus = 'unusable' | 'failing' | 'canary' | null;

const STATUS_ORDER: readonly RemoteStatus[] = ['unusable', 'failing', 'canary', null];

const KIND_ORDER: readonly PlatformRemote['kind'][] = ['shell', 'auth-remote', 'page-module'];

/** A release is failing from this number and this share of failing visitors on, so that one old browser does not mark it. */
const MIN_FAILING_VISITORS = 3;
const MIN_FAILING_SHARE = 0.05;

/** The reported health of a release; null without reports. */
export function healthOf({ health }: PlatformState, { name }: PlatformRemote, release: string): PlatformHealth | null {
  return health?.find((one) => one.name === name && one.release === release) ?? null;
}

/** The visitors who reported a release, whether it worked for them or not. */
export function visitorsOf({ shown, failed }: PlatformHealth['all']): number {
  return shown + failed;
}

/** Whether enough visitors had a failure recently. */
export function isFailing(health: PlatformHealth | null): boolean {
  return health !== null && health.recent.failed >= MIN_FAILING_VISITORS && health.recent.failed >= MIN_FAILING_SHARE * visitorsOf(health.recent);
}

function statusOf(state: PlatformState, remote: PlatformRemote): RemoteStatus {
  if (state.problems.some((problem) => problem.remote === remote.name)) return 'unusable';
  const shown = [remote.live, remote.canary?.release ?? null];
  if (shown.some((release) => release !== null && isFailing(healthOf(state, remote, release)))) return 'failing';
  return remote.canary ? 'canary' : null;
}

/** Sorts the remotes: those that need attention first, then the shell and the sign-in, then by name; retired ones last. */
export function sortedByStatus(state: PlatformState): { readonly remote: PlatformRemote; readonly status: RemoteStatus }[] {
  return state.remotes
    .map((remote) => ({ remote, status: statusOf(state, remote) }))
    .sort(
      (a, b) =>
        STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
        Number(a.remote.live === null) - Number(b.remote.live === null) ||
        KIND_ORDER.indexOf(a.remote.kind) - KIND_ORDER.indexOf(b.remote.kind) ||
        a.remote.name.localeCompare(b.remote.name),
    );
}
