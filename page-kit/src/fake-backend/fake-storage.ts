import * as v from 'valibot';
import { compare, type Caller } from './values.ts';
import { FakeBucket, fileJson, notFound, StorageRefusal, type StoredFile } from './fake-bucket.ts';

const pathsSchema = v.object({ prefixes: v.array(v.string()) });
const signSchema = v.object({ expiresIn: v.number() });
const signManySchema = v.object({ expiresIn: v.number(), paths: v.array(v.string()) });
const moveSchema = v.object({ bucketId: v.string(), sourceKey: v.string(), destinationKey: v.string(), destinationBucket: v.optional(v.string()) });

/** The file or bucket of a request. */
interface FileCall {
  readonly request: Request;
  readonly url: URL;
  readonly bucket: FakeBucket;
  /** Path of the file within the bucket; empty for the bucket itself. */
  readonly path: string;
  readonly caller: Caller | null;
}

/** The storage service of the fake backend: `/storage/v1`, and its buckets. */
export class FakeStorage {
  readonly #buckets = new Map<string, FakeBucket>();
  readonly #uploads = new Map<string, { readonly bucket: FakeBucket; readonly path: string; readonly caller: Caller | null; readonly replaces: boolean }>();
  readonly #links = new Map<string, { readonly bucket: FakeBucket; readonly path: string; readonly expiresAt: number }>();

  /** A bucket, which is created if it does not exist. */
  bucket(name: string): FakeBucket {
    const bucket = this.#buckets.get(name) ?? new FakeBucket(name);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Responds to a request below `/storage/v1`; null for an endpoint that the fake does not support. */
  async answer(request: Request, url: URL, path: string, caller: Caller | null): Promise<Response | null> {
    try {
      const [, target] = /^\/object\/upload\/sign\/(.+)$/.exec(path) ?? [];
      if (target !== undefined) return await this.#handleSignedUpload(request, url, target, caller);
      const [, kind, rest = ''] = /^\/object\/(list|sign|public|authenticated|info|move|copy)(?:\/(.*))?$/.exec(path) ?? [];
      if (kind === 'move' || kind === 'copy') return await this.#relocate(request, kind, caller);
      const [, place = rest] = kind === undefined ? (/^\/object\/(.+)$/.exec(path) ?? []) : [];
      if (place === '') return null;
      return await this.#handleFile({ request, url, ...this.#placeOf(place), caller }, kind ?? '');
    } catch (error) {
      if (error instanceof StorageRefusal) return error.toResponse();
      throw error;
    }
  }

  /** The bucket and path of a URL. @throws StorageRefusal */
  #placeOf(place: string): { readonly bucket: FakeBucket; readonly path: string } {
    const [name = '', ...segments] = decodeURIComponent(place).split('/');
    return { bucket: this.#existing(name), path: segments.join('/') };
  }

  /** Creates a signed URL for an upload, or accepts the upload (`createSignedUploadUrl`). */
  async #handleSignedUpload(request: Request, url: URL, target: string, caller: Caller | null): Promise<Response | null> {
    const { bucket, path } = this.#placeOf(target);
    if (request.method === 'POST') {
      bucket.requireAllowed(path, caller);
      const token = crypto.randomUUID();
      this.#uploads.set(token, { bucket, path, caller, replaces: request.headers.get('x-upsert') === 'true' });
      return Response.json({ url: `/object/upload/sign/${target}?token=${token}`, token });
    }
    if (request.method !== 'PUT') return null;
    const signed = this.#uploads.get(url.searchParams.get('token') ?? '');
    if (signed?.bucket !== bucket || signed.path !== path) throw new StorageRefusal('Invalid signature', { statusCode: '400', code: 'InvalidSignature', error: 'InvalidSignature' });
    const file = bucket.upload(path, await readUpload(request), signed);
    return Response.json({ Key: `${bucket.name}/${file.path}` });
  }

  async #handleFile(call: FileCall, kind: string): Promise<Response | null> {
    const { request, bucket, path, caller } = call;
    switch (kind) {
      case 'list':
        return Response.json(listFiles(bucket, await request.json(), caller));
      case 'sign':
        return request.method === 'POST' ? this.#sign(call) : this.#followLink(call);
      case 'public':
        if (!bucket.definition.isPublic) throw new StorageRefusal('Bucket not found', { statusCode: '404', code: 'NoSuchBucket', error: 'Bucket not found' });
        return download(bucket.download(path, null));
      case 'info': {
        const file = bucket.find(path, caller);
        return Response.json({ ...fileJson(file, path), size: file.content.byteLength, content_type: file.contentType });
      }
      case 'authenticated':
        return download(bucket.find(path, caller));
      default:
        return this.#handleObject(call);
    }
  }

  async #handleObject({ request, bucket, path, caller }: FileCall): Promise<Response | null> {
    switch (request.method) {
      case 'GET':
        return download(bucket.download(path, caller));
      case 'HEAD':
        return new Response(null, { status: bucket.files.some((file) => file.path === path) && bucket.allows(path, caller) ? 200 : 400 });
      case 'POST':
      case 'PUT': {
        const replaces = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
        const file = bucket.upload(path, await readUpload(request), { replaces, caller });
        return Response.json({ Id: file.id, Key: `${bucket.name}/${path}` });
      }
      case 'DELETE': {
        const { prefixes } = v.parse(pathsSchema, await request.json());
        const gone = prefixes.flatMap((prefix) => bucket.drop(prefix, caller) ?? []);
        return Response.json(gone.map((file) => fileJson(file, file.path)));
      }
      default:
        return null;
    }
  }

  async #sign({ request, bucket, path, caller }: FileCall): Promise<Response> {
    const body: unknown = await request.json();
    if (path !== '') {
      const { expiresIn } = v.parse(signSchema, body);
      bucket.find(path, caller);
      return Response.json({ signedURL: this.#link(bucket, path, expiresIn) });
    }
    const { expiresIn, paths } = v.parse(signManySchema, body);
    const isThere = (one: string) => bucket.files.some((file) => file.path === one) && bucket.allows(one, caller);
    const error = 'Either the object does not exist or you do not have access to it';
    return Response.json(
      paths.map((one) => (isThere(one) ? { error: null, path: one, signedURL: this.#link(bucket, one, expiresIn) } : { error, path: one, signedURL: null })),
    );
  }

  #link(bucket: FakeBucket, path: string, seconds: number): string {
    const token = crypto.randomUUID();
    this.#links.set(token, { bucket, path, expiresAt: Date.now() + seconds * 1000 });
    return `/object/sign/${bucket.name}/${path}?token=${token}`;
  }

  #followLink({ url, bucket, path }: FileCall): Response {
    const link = this.#links.get(url.searchParams.get('token') ?? '');
    if (link?.bucket !== bucket || link.path !== path) throw new StorageRefusal('Invalid signature', { statusCode: '400', code: 'InvalidSignature', error: 'InvalidSignature' });
    if (link.expiresAt <= Date.now()) throw new StorageRefusal('"exp" claim timestamp check failed', { statusCode: '400', code: 'InvalidJWT', error: 'InvalidJWT' });
    const file = bucket.files.find((candidate) => candidate.path === path);
    if (!file) throw notFound();
    return download(file);
  }

  async #relocate(request: Request, kind: 'move' | 'copy', caller: Caller | null): Promise<Response> {
    const { bucketId, sourceKey, destinationKey, destinationBucket = bucketId } = v.parse(moveSchema, await request.json());
    const bucket = this.#existing(bucketId);
    const file = bucket.find(sourceKey, caller);
    const { id } = this.#existing(destinationBucket).upload(destinationKey, file, { replaces: false, caller });
    if (kind === 'copy') return Response.json({ Id: id, Key: `${destinationBucket}/${destinationKey}` });
    bucket.drop(sourceKey, caller);
    return Response.json({ message: 'Successfully moved' });
  }

  #existing(name: string): FakeBucket {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw new StorageRefusal('Bucket not found', { statusCode: '404', code: 'NoSuchBucket', error: 'Bucket not found' });
    return bucket;
  }
}

function download({ content, contentType, cacheControl }: StoredFile): Response {
  return new Response(content, { headers: { 'content-type': contentType, 'cache-control': cacheControl } });
}

/** The default of storage-js (specification 9.10). */
const LIST_LIMIT = 100;

const listSchema = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.number(), LIST_LIMIT),
  offset: v.optional(v.number(), 0),
  search: v.optional(v.string(), ''),
  sortBy: v.optional(v.object({ column: v.optional(v.string(), 'name'), order: v.optional(v.string(), 'asc') }), {}),
});

/** `POST /object/list/:bucket`: the files and folders of one folder. */
function listFiles(bucket: FakeBucket, body: unknown, caller: Caller | null): readonly Record<string, unknown>[] {
  const { prefix, limit, offset, search, sortBy } = v.parse(listSchema, body);
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const entries = new Map<string, Record<string, unknown>>();
  for (const file of bucket.files) {
    if (!file.path.startsWith(folder) || !bucket.allows(file.path, caller)) continue;
    const [name = '', ...below] = file.path.slice(folder.length).split('/');
    if (!name.toLowerCase().startsWith(search.toLowerCase())) continue;
    const isFolder = below.length > 0;
    entries.set(name, isFolder ? { name, id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null } : fileJson(file, name));
  }
  const sign = sortBy.order === 'desc' ? -1 : 1;
  return [...entries.values()].sort((one, other) => sign * compare(one[sortBy.column] ?? '', other[sortBy.column] ?? '')).slice(offset, offset + limit);
}

/** The file of an upload: the body itself, or the part of a form that storage-js sends for files of browsers. @throws StorageRefusal */
async function readUpload(request: Request): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly contentType: string }> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('multipart/form-data')) return { content: new Uint8Array(await request.arrayBuffer()), contentType: type };
  for (const [, part] of await request.formData()) {
    if (typeof part !== 'string') return { content: new Uint8Array(await part.arrayBuffer()), contentType: part.type || 'application/octet-stream' };
  }
  throw new StorageRefusal('The form has no file', { statusCode: '400', code: 'InvalidRequest', error: 'InvalidRequest' });
}
