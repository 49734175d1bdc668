/**
 * Replaces, in the shell's build, the federation runtime's code for federation manifests: more than 1 kB of every first visit,
 * which the runtime includes even if its own switch turns it off. Remotes are entries here, not manifests. It has no hooks, so
 * plugins cannot register any.
 */
export class SnapshotHandler {
  readonly hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: (): void => undefined };
}

/** There is no information about a remote except its entry. */
export function getGlobalRemoteInfo(): object {
  return {};
}
