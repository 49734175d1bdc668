import { ADA, backend, faults, renderPage } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import account from '../../src/module.ts';
import { app } from '../factors.ts';
import { nextPlace, visit } from '../visit.ts';

/** The files that the page saved: their names and contents. */
const files: (readonly [name: string, content: Promise<string>])[] = [];

beforeEach(() => {
  files.length = 0;
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
    files.push([this.download, read(blobs.get(this.href))]);
  });
});

afterEach(() => jest.restoreAllMocks());

function read(blob: Blob | undefined): Promise<string> {
  if (!blob) throw new TypeError('The link does not lead to a file of the page.');
  // Not `Response`, which does not know the blobs of jsdom.
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(blob);
  });
}

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

test('saves the profile and what other modules add as one file, without secrets', async () => {
  const page = await renderPage(account, { at: '/account/data', auth: { state: 'aal2', person: { ...ADA, factors: [app] } }, slots: { 'account.data': [part(() => Promise.resolve({ orders: [1, 2] }))] } });
  await submit();
  await waitFor(() => expect(files).toHaveLength(1));
  const [name, content] = files[0] ?? [];
  expect(name).toMatch(/^atrium-\d{4}-\d\d-\d\d\.json$/);
  const text = (await content) ?? '';
  expect(JSON.parse(text)).toMatchObject({
    format: 'atrium-export/1',
    account: { id: ADA.id, email: ADA.email, profile: { name: ADA.name }, secondFactors: [{ type: 'totp', status: 'verified' }] },
    orders: { orders: [1, 2] },
  });
  expect(text).not.toContain(String(backend.auth.factorsOf(ADA.email)[0]?.secret));
  expect(page.toasts).toMatchObject([{ text: `Your data is saved as ${String(name)}.` }]);
});

test('says that the file lacks the parts of other modules that have not loaded', async () => {
  const page = await renderPage(account, { at: '/account/data', slots: { 'account.data': [() => <p>Orders are on their way</p>] } });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('The file has your profile only');
  expect(files).toHaveLength(1);
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
  expect(files).toEqual([]);
});

test('saves nothing when a part cannot be read, and can be retried', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open(() => Promise.resolve({}));
  faults.next({ service: 'rest', path: 'account_profiles', status: 400 });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/no file was saved/);
  expect(files).toEqual([]);
  await submit();
  await waitFor(() => expect(files).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
