import * as v from 'valibot';
import { inspectionSchema } from '../inspection.ts';
import { parseDocument } from '../parse-document.ts';
import { releaseManifestSchema } from '../release-manifest.ts';
import type { ManifestReading } from '../release-store.ts';
import { trialSchema } from '../trial.ts';

/** What is kept of a release beside its files, as `atrium_read_release` gives it. */
export const releaseRecordSchema = v.object({
  /** The manifest's text, as it was given to the store. */
  manifest: v.string(),
  inspection: v.fallback(v.nullable(inspectionSchema), null),
  /** Null for a trial that is not understood. */
  trial: v.fallback(v.nullable(trialSchema), null),
  /** Under which its files are stored: see fileKey. */
  upload: v.pipe(v.string(), v.uuid()),
  /** The compressed copies of each file, by path; a file without any may be left out. */
  copies: v.record(v.string(), v.array(v.picklist(['br', 'gzip']))),
});

/** See {@link releaseRecordSchema}. */
export type ReleaseRecord = v.InferOutput<typeof releaseRecordSchema>;

/** Reads the manifest of a record, which should be that of this release. */
export function manifestOf({ manifest }: ReleaseRecord, name: string, release: string): ManifestReading {
  const parsed = parseDocument(releaseManifestSchema, manifest);
  if (!parsed.ok) return { status: 'malformed', problem: `its manifest is malformed: ${parsed.problem}` };
  if (parsed.value.name !== name || parsed.value.release !== release) {
    return { status: 'malformed', problem: 'its manifest belongs to another release' };
  }
  return { status: 'ok', manifest: parsed.value };
}
