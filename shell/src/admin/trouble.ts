import type { PlatformHealth, PlatformRemote, PlatformState } from '@atrium/releases/platform-wire';

/** What is wrong with a remote, from most to least severe. */
export type Trouble = 'unusable' | 'failing' | 'canary' | null;

const TROUBLE_ORDER: readonly Trouble[] = ['unusable', 'failing', 'canary', null];

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

function troubleOf(state: PlatformState, remote: PlatformRemote): Trouble {
  if (state.problems.some((problem) => problem.remote === remote.name)) return 'unusable';
  const shown = [remote.live, remote.canary?.release ?? null];
  if (shown.some((release) => release !== null && isFailing(healthOf(state, remote, release)))) return 'failing';
  return remote.canary ? 'canary' : null;
}

/** Sorts the remotes: those with trouble first, then the shell and the sign-in, then by name; retired ones last. */
export function inOrder(state: PlatformState): { readonly remote: PlatformRemote; readonly trouble: Trouble }[] {
  return state.remotes
    .map((remote) => ({ remote, trouble: troubleOf(state, remote) }))
    .sort(
      (a, b) =>
        TROUBLE_ORDER.indexOf(a.trouble) - TROUBLE_ORDER.indexOf(b.trouble) ||
        Number(a.remote.live === null) - Number(b.remote.live === null) ||
        KIND_ORDER.indexOf(a.remote.kind) - KIND_ORDER.indexOf(b.remote.kind) ||
        a.remote.name.localeCompare(b.remote.name),
    );
}
