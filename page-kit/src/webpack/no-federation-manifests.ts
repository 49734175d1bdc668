/**
 * Stands in the shell's build for the part of the federation runtime that handles federation manifests, more than 1 kB of
 * every first visit: the runtime brings it along even where its own switch turns it off. It has no hooks, so no plugin
 * finds any. Remotes here are entries.
 */
export class SnapshotHandler {
  readonly hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: (): void => undefined };
}

/** Nothing is known of a remote beyond its entry. */
export function getGlobalRemoteInfo(): object {
  return {};
}
