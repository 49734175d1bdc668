import type { SupabaseClient } from '../../src/contract/auth.ts';
import { newUser, type BackendWorld, visitForEach } from './world.ts';

const BUCKET = 'account-avatars';
const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

/** The fields of a refusal: storage-js has the HTTP status, and the status code in the body. */
function refusal({ error }: { readonly error: object | null }): Readonly<Record<string, unknown>> {
  const { name, status, statusCode } = { name: undefined, status: undefined, statusCode: undefined, ...error };
  return { name, status, statusCode };
}

/** Calls of storage-js for the bucket of profile pictures (see the site's migrations), where each user has a folder. */
export function describeStorage(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  let client: SupabaseClient;
  let folder: string;
  const pictures = () => client.storage.from(BUCKET);
  const upload = (path: string, contentType = 'image/png') => pictures().upload(path, PICTURE, { contentType });

  beforeEach(async () => {
    client = await here.tab.auth.getSupabase();
    await here.tab.auth.getAuth().register(newUser());
    folder = String(here.tab.auth.getAuth().user?.id);
  });

  it('stores, lists, downloads and removes a file', async () => {
    const stored = await upload(`${folder}/one.png`);
    expect(stored).toMatchObject({ error: null, data: { path: `${folder}/one.png`, fullPath: `${BUCKET}/${folder}/one.png` } });
    const { data: listed } = await pictures().list(folder);
    expect(listed).toMatchObject([{ name: 'one.png', id: stored.data?.id, metadata: { size: PICTURE.length, mimetype: 'image/png' } }]);
    const { data: file } = await pictures().download(`${folder}/one.png`);
    expect([file?.type, file?.size]).toEqual(['image/png', PICTURE.length]);
    expect((await pictures().exists(`${folder}/one.png`)).data).toBe(true);
    expect((await pictures().remove([`${folder}/one.png`, `${folder}/none.png`])).data).toMatchObject([{ name: `${folder}/one.png` }]);
    expect((await pictures().list(folder)).data).toEqual([]);
    expect((await pictures().exists(`${folder}/one.png`)).data).toBe(false);
  });

  it('lists folders as entries without an id', async () => {
    await upload(`${folder}/one.png`);
    expect((await pictures().list('')).data).toMatchObject([{ name: folder, id: null, metadata: null }]);
  });

  it('refuses with the error codes of Supabase Storage', async () => {
    await upload(`${folder}/one.png`);
    expect(refusal(await upload(`${folder}/one.png`))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '409' });
    expect(refusal(await upload(`${folder}/one.txt`, 'text/plain'))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '415' });
    expect(refusal(await upload(`${crypto.randomUUID()}/one.png`))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '403' });
    expect(refusal(await pictures().createSignedUrl(`${folder}/none.png`, 60))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '404' });
    expect(refusal(await client.storage.from('none').upload('one.png', PICTURE))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '404' });
  });

  it('refuses paths with letters that Storage does not accept', async () => {
    expect(refusal(await upload(`${folder}/Übersicht.png`))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '400' });
    expect(refusal(await pictures().createSignedUploadUrl(`${folder}/[1].png`))).toEqual({ name: 'StorageApiError', status: 400, statusCode: '400' });
  });

  it('hides the files of other users', async () => {
    await upload(`${folder}/one.png`);
    await here.tab.auth.getAuth().logout();
    await here.tab.auth.getAuth().register(newUser());
    expect((await pictures().list(folder)).data).toEqual([]);
    expect((await pictures().download(`${folder}/one.png`)).data).toBeNull();
    expect((await pictures().remove([`${folder}/one.png`])).data).toEqual([]);
  });
}
