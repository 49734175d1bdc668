import type { PlatformHealth, PlatformRemote, PlatformState } from '@atrium/releases/platform-wire';

/** What is the matter with a remote, from bad to merely worth a look. */
export type Trouble = 'unusable' | 'failing' | 'canary' | null;

const order: readonly Trouble[] = ['unusable', 'failing', 'canary', null];

const kinds: readonly PlatformRemote['kind'][] = ['shell', 'auth-remote', 'page-module'];

/** From so many failing visitors on, and such a part of all, it is marked: one old browser is no news. */
const [fewest, part] = [3, 0.05];

/** What tabs told of a release; null for nothing. */
export function healthOf({ health }: PlatformState, { name }: PlatformRemote, release: string): PlatformHealth | null {
  return health?.find((told) => told.name === name && told.release === release) ?? null;
}

/** All visitors who told of a release: it works for somebody, or it does not. */
export function visitorsOf({ shown, failed }: PlatformHealth['all']): number {
  return shown + failed;
}

/** Whether enough visitors had a failure lately. */
export function isFailing(told: PlatformHealth | null): boolean {
  return told !== null && told.recent.failed >= fewest && told.recent.failed >= part * visitorsOf(told.recent);
}

/** What is the matter with a remote. */
export function troubleOf(state: PlatformState, remote: PlatformRemote): Trouble {
  if (state.problems.some((problem) => problem.remote === remote.name)) return 'unusable';
  const shown = [remote.live, remote.canary?.release ?? null];
  if (shown.some((release) => release !== null && isFailing(healthOf(state, remote, release)))) return 'failing';
  return remote.canary ? 'canary' : null;
}

/** The remotes with trouble first, then the shell and the sign-in, then by name; what is retired last. */
export function inOrder(state: PlatformState): { readonly remote: PlatformRemote; readonly trouble: Trouble }[] {
  return state.remotes
    .map((remote) => ({ remote, trouble: troubleOf(state, remote) }))
    .sort(
      (a, b) =>
        order.indexOf(a.trouble) - order.indexOf(b.trouble) ||
        Number(a.remote.live === null) - Number(b.remote.live === null) ||
        kinds.indexOf(a.remote.kind) - kinds.indexOf(b.remote.kind) ||
        a.remote.name.localeCompare(b.remote.name),
    );
}
