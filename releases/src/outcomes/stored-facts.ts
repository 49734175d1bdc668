import type { Evidence } from '../gate/ask-gate.ts';
import type { LogEntry, LogQuery } from '../log-entry.ts';
import type { ReadManifest } from '../release-store.ts';

/** How a move learns what is stored. */
export interface StoredFacts {
  /** Reads the manifest of a release that the registry points at; it may come from a cache. */
  readonly readManifest: ReadManifest;
  /** Reads the manifest of a release that may have been collected as garbage. */
  readonly readManifestAnew: ReadManifest;
  readonly readEvidence: (name: string, release: string) => Promise<Evidence>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
}
