import type { ManifestReading } from './release-store.ts';

/** Integrity of a file of a release; null for a path that its manifest does not name, so that nothing else is ever looked for. */
export function integrityOfFile(reading: ManifestReading, path: string): string | null {
  if (reading.status !== 'ok' || !Object.hasOwn(reading.manifest.files, path)) return null;
  return reading.manifest.files[path]?.integrity ?? null;
}
