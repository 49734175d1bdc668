import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { assertStored, faultOfStatus, PictureError } from './picture-error.ts';
import type { Picture } from './picture-file.ts';
import { sendPicture } from './send-picture.ts';

const BUCKET = 'account-avatars';
const TABLE = 'account_profiles';

/** How long an address of a picture works, in seconds: longer than people stay on one page. */
const ADDRESS_SECONDS = 3600;

/** What is older than a new picture by this, in milliseconds, was left behind by a try that failed, and not by one under way in another tab. */
const LEFT_BEHIND_MS = 3_600_000;

/** An address is made of the path `<person>/<name>`, so it may not lead anywhere else. */
const profilesSchema = v.array(v.object({ avatar_path: v.nullable(v.pipe(v.string(), v.regex(/^[\da-f-]{36}\/\w[\w.-]*$/))) }));
const filesSchema = v.array(v.object({ name: v.string(), created_at: v.nullable(v.string()) }));

/** A person's picture at the service; the address is null where the service has none to give. */
export interface StoredPicture {
  readonly path: string;
  readonly address: string | null;
}

/** The picture of a person; null where they have none. @throws {PictureError} */
export async function findPicture(client: SupabaseClient, person: string): Promise<StoredPicture | null> {
  const path = readPath(await client.from(TABLE).select('avatar_path').eq('person', person));
  if (path === null) return null;
  return withAddress(client, path);
}

async function withAddress(client: SupabaseClient, path: string): Promise<StoredPicture> {
  const { data } = await client.storage.from(BUCKET).createSignedUrl(path, ADDRESS_SECONDS);
  return { path, address: data?.signedUrl ?? null };
}

/**
 * Stores a picture in the place of the one before, which is removed only when the new one is in use.
 *
 * @throws {PictureError} where the one before is still in use
 */
export async function storePicture(client: SupabaseClient, person: string, picture: Picture, onProgress: (part: number) => void): Promise<StoredPicture> {
  await makeRoom(client, person);
  const path = `${person}/${crypto.randomUUID()}.${picture.ending}`;
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(path);
  assertStored(error);
  await sendPicture(data?.signedUrl ?? '', picture, onProgress);
  const before = await putToUse(client, person, path);
  await removeOld(client, person, { path, before });
  return withAddress(client, path);
}

/**
 * Removes what failed tries left behind: the service takes a few files of a person, and no further one beside those. What
 * it cannot remove, it leaves: the service says itself where there is no room.
 */
async function makeRoom(client: SupabaseClient, person: string): Promise<void> {
  const { data } = await client.storage.from(BUCKET).list(person, { sortBy: { column: 'created_at', order: 'desc' } });
  const files = v.safeParse(filesSchema, data);
  // One in use, and one that another tab may be storing.
  if (!files.success || files.output.length <= 2) return;
  // Read after the files, so that none of them is in use by now without its being known.
  const profiles = v.safeParse(profilesSchema, (await client.from(TABLE).select('avatar_path').eq('person', person)).data);
  const [row] = profiles.success ? profiles.output : [];
  if (!row) return;
  const unused = files.output.map(({ name }) => `${person}/${name}`).filter((path) => path !== row.avatar_path);
  await client.storage.from(BUCKET).remove(unused.slice(1));
}

/** Gives the path before. Where the service refuses the new one, its file is removed again. @throws {PictureError} */
async function putToUse(client: SupabaseClient, person: string, path: string): Promise<string | null> {
  try {
    const before = readPath(await client.from(TABLE).select('avatar_path').eq('person', person));
    await writePath(client, person, path);
    return before;
  } catch (failure) {
    // Without an answer, it may be in use all the same.
    if (!(failure instanceof PictureError && failure.fault === 'offline')) await client.storage.from(BUCKET).remove([path]);
    throw failure;
  }
}

/** Takes the picture of a person away. @throws {PictureError} */
export async function removePicture(client: SupabaseClient, person: string, { path }: StoredPicture): Promise<void> {
  await writePath(client, person, null);
  // From here on nobody is shown it. A file that stays behind is removed with the next picture.
  await client.storage.from(BUCKET).remove([path]);
}

interface RowsAnswer {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
}

/** @throws {PictureError} */
function readPath({ data, error, status }: RowsAnswer): string | null {
  if (error !== null) throw new PictureError(faultOfStatus(status), error);
  const rows = v.safeParse(profilesSchema, data);
  if (!rows.success) throw new PictureError('trouble', new v.ValiError(rows.issues));
  const [row] = rows.output;
  // Row-level security does not refuse, it shows nothing.
  if (!row) throw new PictureError('refused', 'no row');
  return row.avatar_path;
}

async function writePath(client: SupabaseClient, person: string, path: string | null): Promise<void> {
  readPath(await client.from(TABLE).update({ avatar_path: path }).eq('person', person).select('avatar_path'));
}

/** Removes the picture before, and what failed tries left behind. That it fails is no failure of the person's. */
async function removeOld(client: SupabaseClient, person: string, { path, before }: { readonly path: string; readonly before: string | null }): Promise<void> {
  const bucket = client.storage.from(BUCKET);
  const { data } = await bucket.list(person);
  const files = v.safeParse(filesSchema, data);
  const timed = files.success ? files.output.map(({ name, created_at: time }) => ({ path: `${person}/${name}`, time: Date.parse(time ?? '') })) : [];
  const newest = timed.find((file) => file.path === path)?.time ?? NaN;
  const left = timed.filter(({ time }) => time < newest - LEFT_BEHIND_MS).map((file) => file.path);
  const old = [...new Set([...(before === null ? [] : [before]), ...left])];
  if (old.length > 0) await bucket.remove(old);
}
