import * as v from 'valibot';
import { invalidRequest } from '../storage-error.ts';
import { admittedCacheControl } from '../uploads/cache-control.ts';

const schema = v.object({
  bucketName: v.string(),
  objectName: v.string(),
  contentType: v.optional(v.string(), 'application/octet-stream'),
  cacheControl: v.optional(v.string(), 'no-cache'),
  metadata: v.optional(v.string()),
});

/**
 * The `Upload-Metadata` header of tus (tus.io/protocols/resumable-upload, "Creation"): names with values in base64, separated
 * by commas; under the names that the service asks for.
 * @throws StorageError 400 when one is missing
 */
export function uploadMetadata(header: unknown): v.InferOutput<typeof schema> {
  const pairs = (typeof header === 'string' ? header : '').split(',').map((pair) => pair.trim().split(' '));
  const values = pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]);
  const parsed = v.safeParse(schema, Object.fromEntries(values));
  if (!parsed.success) throw invalidRequest(`Upload-Metadata ${v.summarize(parsed.issues)}`);
  const cacheControl = admittedCacheControl(parsed.output.cacheControl);
  return { ...parsed.output, cacheControl: /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl };
}
