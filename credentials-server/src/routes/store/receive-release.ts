import type { Multipart, MultipartFile } from '@fastify/multipart';
import { filePathSchema, releaseManifestSchema, smokeTestResultSchema, type ReleaseManifest, type SmokeTestResult } from '@atrium/releases/model';
import type { SealedRelease } from '@atrium/releases/sealing';
import { FILE_PART_PREFIX, UPLOAD_LIMITS } from '@atrium/releases/stores/site';
import * as v from 'valibot';
import { parseRequest, StoreApiError } from './errors.ts';

/** An uploaded release. The store checks whether files, manifest and id belong together. */
interface ReceivedRelease {
  readonly sealed: SealedRelease;
  readonly smokeTest: SmokeTestResult;
}

/**
 * Reads an upload: the release manifest first, then the result of the smoke test and the files.
 *
 * @param admit gets the manifest before any file is read, and throws to refuse the release
 * @throws StoreApiError if the upload is too large or malformed
 */
export async function receiveRelease(
  parts: AsyncIterable<Multipart>,
  admit: (manifest: ReleaseManifest) => void,
): Promise<ReceivedRelease> {
  let manifest: ReleaseManifest | null = null;
  let smokeTest: SmokeTestResult | null = null;
  let bytes = 0;
  const files = new Map<string, Buffer>();
  for await (const part of parts) {
    if (manifest === null) {
      manifest = jsonField(part, 'manifest', releaseManifestSchema);
      admit(manifest);
    } else if (smokeTest === null) {
      smokeTest = jsonField(part, 'smokeTest', smokeTestResultSchema);
    } else {
      const [path, content] = await fileField(part);
      if (files.has(path)) throw new StoreApiError(400, 'bad-request', 'two parts have the same path');
      bytes += content.length;
      if (bytes > UPLOAD_LIMITS.bytes) throw new StoreApiError(413, 'too-large');
      files.set(path, content);
    }
  }
  if (manifest === null || smokeTest === null) throw new StoreApiError(400, 'bad-request', 'the release manifest or the result of the smoke test is missing');
  return { sealed: { manifest, files }, smokeTest };
}

function jsonField<T>(part: Multipart, name: string, schema: v.GenericSchema<unknown, T>): T {
  if (part.type !== 'field' || part.fieldname !== name || part.valueTruncated || typeof part.value !== 'string') {
    throw new StoreApiError(400, 'bad-request', `the part ${name}`);
  }
  try {
    return parseRequest(schema, JSON.parse(part.value));
  } catch (error) {
    if (error instanceof SyntaxError) throw new StoreApiError(400, 'bad-request', `the part ${name} is not JSON`);
    throw error;
  }
}

async function fileField(part: Multipart): Promise<[string, Buffer]> {
  if (!isFile(part) || !part.fieldname.startsWith(FILE_PART_PREFIX)) throw new StoreApiError(400, 'bad-request', 'a part that is not a file');
  const path = part.fieldname.slice(FILE_PART_PREFIX.length);
  if (!v.is(filePathSchema, path)) throw new StoreApiError(400, 'bad-request', 'the path of a file');
  return [path, await part.toBuffer()];
}

function isFile(part: Multipart): part is MultipartFile {
  return part.type === 'file';
}
