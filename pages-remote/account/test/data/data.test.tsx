import { ADA, backend, faults, renderPage } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { useEffect } from 'react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import account from '../../src/module.ts';
import { app } from '../factors.ts';
import { nextPlace, visit } from '../visit.ts';

/** The archives that the page saved: their names and contents. */
const saved: (readonly [name: string, content: Promise<Uint8Array>])[] = [];

beforeEach(() => {
  saved.length = 0;
  backend.table('account_profiles').define({ key: ['person'] });
  backend.table('account_profiles').insert({ person: ADA.id, name: ADA.name, avatar_path: null, updated_at: '2026-01-01T00:00:00+00:00' });
  const blobs = new Map<string, Blob>();
  // jsdom has no URLs of files, and no downloads.
  URL.createObjectURL = (blob) => {
    const address = `blob:${String(blobs.size)}`;
    if (blob instanceof Blob) blobs.set(address, blob);
    return address;
  };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, read(blobs.get(this.href))]);
  });
});

afterEach(() => jest.restoreAllMocks());

function read(blob: Blob | undefined): Promise<Uint8Array> {
  if (!blob) throw new TypeError('The link does not lead to a file of the page.');
  // Not `Response`, which does not know the blobs of jsdom.
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result instanceof ArrayBuffer ? new Uint8Array(reader.result) : new Uint8Array()));
    reader.readAsArrayBuffer(blob);
  });
}

/** The files of the archive that was saved last, by path. */
async function unpacked(): Promise<Readonly<Record<string, Uint8Array>>> {
  await waitFor(() => expect(saved).not.toEqual([]));
  return unzipSync((await saved.at(-1)?.[1]) ?? new Uint8Array());
}

/** The data of the archive that was saved last. */
async function exported(): Promise<unknown> {
  return JSON.parse(strFromU8((await unpacked())['data.json'] ?? new Uint8Array()));
}

/** A blob as `fetch` returns it. That of jsdom cannot be streamed. */
const blobOf = (content: string) => new Response(content).blob();

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Export data' }));

/** A part of another module, which tests settle. */
function part(load: Parameters<SlotProps<'account.data'>['addPart']>[1]) {
  return function Part({ addPart }: SlotProps<'account.data'>) {
    useEffect(() => addPart('orders', load), [addPart]);
    return <p>Orders</p>;
  };
}

const open = (load: Parameters<typeof part>[0]) => renderPage(account, { at: '/account/data', slots: { 'account.data': [part(load)] } });

test('asks users with a second factor for its code first', async () => {
  await visit('/account/data', { state: 'aal1', person: { ...ADA, factors: [app] } });
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(nextPlace()).toBe('/account/data');
});

test('saves the profile and what other modules add as one archive, without secrets', async () => {
  const page = await renderPage(account, { at: '/account/data', auth: { state: 'aal2', person: { ...ADA, factors: [app] } }, slots: { 'account.data': [part(() => Promise.resolve({ orders: [1, 2] }))] } });
  await submit();
  expect(await exported()).toMatchObject({
    format: 'atrium-export/2',
    account: { id: ADA.id, email: ADA.email, profile: { name: ADA.name }, pictureFile: null, secondFactors: [{ type: 'totp', status: 'verified' }] },
    // A release of the module from before files were saved does not ask for more.
    orders: { orders: [1, 2] },
    missingFiles: [],
  });
  const files = await unpacked();
  expect(Object.keys(files)).toEqual(['data.json']);
  expect(strFromU8(files['data.json'] ?? new Uint8Array())).not.toContain(String(backend.auth.factorsOf(ADA.email)[0]?.secret));
  const [name] = saved[0] ?? [];
  expect(name).toMatch(/^atrium-\d{4}-\d\d-\d\d\.zip$/);
  await waitFor(() => expect(page.toasts).toMatchObject([{ text: `Your data is saved as ${String(name)}.` }]));
});

test('saves the profile picture', async () => {
  const path = `${ADA.id}/before.png`;
  backend.storage.bucket('account-avatars').put(path, 'bytes of a picture', 'image/png');
  backend.table('account_profiles').update(() => true, { avatar_path: path });
  await visit('/account/data', 'signed-in');
  await submit();
  expect(await exported()).toMatchObject({ account: { pictureFile: 'account/picture.png' } });
  expect(strFromU8((await unpacked())['account/picture.png'] ?? new Uint8Array())).toBe('bytes of a picture');
});

test('saves the files that a module adds under paths that the module learns', async () => {
  await open((_signal, _onProgress, addFile) =>
    Promise.resolve({ invoice: addFile?.({ path: ['2026', 'invoice.pdf'], read: () => blobOf('first') }), other: addFile?.({ path: ['2026', 'invoice.pdf'], read: () => blobOf('second') }) }),
  );
  await submit();
  expect(await exported()).toMatchObject({ orders: { invoice: 'orders/2026/invoice.pdf', other: 'orders/2026/invoice (2).pdf' } });
  const files = await unpacked();
  expect(Object.entries(files).slice(0, 2).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['orders/2026/invoice.pdf', 'first'],
    ['orders/2026/invoice (2).pdf', 'second'],
  ]);
});

test('says which files no longer exist, and saves the others', async () => {
  const page = await open((_signal, _onProgress, addFile) => {
    addFile?.({ path: ['gone.txt'], read: () => Promise.resolve(null) });
    addFile?.({ path: ['kept.txt'], read: () => blobOf('kept') });
    return Promise.resolve({});
  });
  await submit();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/without 1 file that no longer exists/);
  expect(alert).toHaveTextContent('orders/gone.txt');
  expect(Object.keys(await unpacked())).toEqual(['orders/kept.txt', 'data.json']);
  expect(await exported()).toMatchObject({ missingFiles: ['orders/gone.txt'] });
  expect(page.toasts).toEqual([]);
});

test('names the file that could not be read, and saves nothing', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open((_signal, _onProgress, addFile) => {
    addFile?.({ path: ['invoice.pdf'], read: () => Promise.reject(new Error('offline')) });
    return Promise.resolve({});
  });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('“orders/invoice.pdf” could not be read, so no file was saved.');
  expect(saved).toEqual([]);
});

test('says that the file lacks the parts of other modules that have not loaded', async () => {
  const page = await renderPage(account, { at: '/account/data', slots: { 'account.data': [() => <p>Orders are on their way</p>] } });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('The file has your profile only');
  expect(saved).toHaveLength(1);
  expect(page.toasts).toEqual([]);
});

test('saves the profile where no other module has a part', async () => {
  const page = await visit('/account/data', 'signed-in');
  await submit();
  await waitFor(() => expect(page.toasts).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows how much is read, and can be cancelled', async () => {
  let aborted = false;
  await open(
    (signal, onProgress) =>
      new Promise((_, reject) => {
        onProgress(1200);
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      }),
  );
  await submit();
  expect(await screen.findByText('Reading your data: 1,200 records …')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
  expect(aborted).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

test('shows how many files are read, and cancels the request for the current one', async () => {
  let aborted = false;
  await open((_signal, _onProgress, addFile) => {
    addFile?.({ path: ['video.mp4'], read: () => blobOf('x'.repeat(1_200_000)) });
    addFile?.({
      path: ['slow.mp4'],
      read: (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          }),
        ),
    });
    return Promise.resolve({});
  });
  await submit();
  expect(await screen.findByText('Reading your files: 1 of 2, 1.2 MB …')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
  expect(aborted).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

test('saves nothing when a part cannot be read, and can be retried', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open(() => Promise.resolve({}));
  faults.next({ service: 'rest', path: 'account_profiles', status: 400 });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/no file was saved/);
  expect(saved).toEqual([]);
  await submit();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
