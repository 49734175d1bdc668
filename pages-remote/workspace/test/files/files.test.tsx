import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { backend, faults } from '@atrium/page-kit/testing';
import { choose, holdUpload, openFiles, picture, putFile, signedFor } from './note-files.ts';
import { attachments, board, chooseOfNote, files, narrowWindow, notes, openBoard, putNote, write } from '../workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });

test('stores a file under a unique path and shows a picture from a signed address', async () => {
  const note = await openFiles();
  await choose(picture());
  // This browser makes no thumbnails.
  const tile = await screen.findByRole('button', { name: 'View Bild ä.png' });
  await waitFor(() => expect(tile.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/object/sign/workspace-files/')));
  // An hour at most, because the address works without a session.
  expect(signedFor()).toEqual([600]);
  expect(attachments().rows).toMatchObject([{ board, note: note['id'], name: 'Bild ä.png', type: 'image/png', size: 18 }]);
  const [file] = files().files;
  expect(file?.path).toMatch(new RegExp(`^${board}/${String(note['id'])}/[0-9a-f-]{36}/Bild-a-.png$`));
  expect(file).toMatchObject({ contentType: 'image/png', path: attachments().rows[0]?.['path'] });
  expect(await screen.findByRole('button', { name: 'Files (1) Ink' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test.each([
  ['a file that is too large', new File([new Uint8Array(10_485_761)], 'film.mp4', { type: 'video/mp4' }), /film.mp4 was not stored. The file is too large. A file can have 10 MB./],
  ['a type that is not accepted', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), /a.svg was not stored. Files of this type cannot be stored/],
] as const)('says of %s what is wrong before anything is sent', async (_, file, text) => {
  await openFiles();
  await choose(file);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(files().files).toEqual([]);
  await userEvent.click(button('Dismiss'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('accepts a ZIP file that Windows calls by another type', async () => {
  await openFiles();
  await choose(new File(['PK'], 'plans.zip', { type: 'application/x-zip-compressed' }));
  await waitFor(() => expect(attachments().rows).toMatchObject([{ name: 'plans.zip', type: 'application/zip' }]));
});

test('retries a failed upload', async () => {
  await openFiles();
  faults.next({ service: 'storage', method: 'PUT', answer: 'offline' });
  await choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent(/was not stored. The server cannot be reached/);
  await userEvent.click(button('Try again'));
  expect(screen.getByRole('button', { name: /^Add files/ })).toHaveFocus();
  expect(await screen.findByRole('button', { name: 'View Bild ä.png' })).toBeVisible();
});

test('removes the bytes of a file whose row is refused', async () => {
  await openFiles();
  faults.next({ service: 'rest', path: 'workspace_attachments', method: 'POST', status: 400, code: 'WS004' });
  await choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent(/The note has as many files as it can have/);
  await waitFor(() => expect(files().files).toEqual([]));
});

test('explains that the note of a refused file was deleted', async () => {
  await openFiles();
  faults.next({ service: 'storage', method: 'POST', status: 403 });
  await choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent(/was not stored. You do not have access/);
  notes().remove(() => true);
  faults.next({ service: 'storage', method: 'POST', status: 403 });
  await userEvent.click(button('Try again'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/was not stored. Someone else deleted this/));
});

test('stores a file once if there was no response to its row', async () => {
  await openFiles();
  faults.next({ service: 'rest', path: 'workspace_attachments', method: 'POST', status: 504, performsRequest: true });
  await choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent(/was not stored. The server cannot be reached/);
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('button', { name: 'View Bild ä.png' })).toBeVisible();
  expect(attachments().rows).toHaveLength(1);
  expect(files().files.map(({ path }) => path)).toEqual([attachments().rows[0]?.['path']]);
});

test('removes the bytes of a file that the user gives up after there was no response to its row', async () => {
  await openFiles();
  faults.next({ service: 'rest', path: 'workspace_attachments', method: 'POST', status: 504 });
  await choose(picture());
  await screen.findByRole('alert');
  expect(files().files).toHaveLength(1);
  await userEvent.click(button('Dismiss'));
  await waitFor(() => expect(files().files).toEqual([]));
});

test('removes the bytes of an upload to which there was no response', async () => {
  await openFiles();
  faults.next({ service: 'storage', method: 'PUT', status: 504, performsRequest: true });
  await choose(picture());
  await screen.findByRole('alert');
  await waitFor(() => expect(files().files).toEqual([]));
});

test('cancels an upload', async () => {
  await openFiles();
  const held = faults.hold({ service: 'storage', method: 'PUT' });
  await choose(picture());
  expect(await screen.findByRole('progressbar', { name: 'Uploading Bild ä.png' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(true);
  await held.arrived;
  await userEvent.click(button('Cancel Bild ä.png'));
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(hasUnsavedChanges()).toBe(false);
  held.release();
  expect(attachments().rows).toEqual([]);
});

test('the sheet for a new note closes while its files are uploaded, and the note shows their progress', async () => {
  narrowWindow();
  await openBoard();
  await userEvent.click(button('Add note'));
  const sheet = await screen.findByRole('dialog');
  const held = faults.hold({ service: 'storage', method: 'PUT' });
  await choose(picture());
  await write('Ink');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sheet).not.toBeInTheDocument());
  expect(await screen.findByRole('progressbar', { name: 'Uploading Bild ä.png' })).toBeVisible();
  held.release();
  expect(await screen.findByRole('button', { name: 'View Bild ä.png' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Files (1) Ink' })).toBeVisible();
});

test('continues an upload when its note is scrolled out of view', async () => {
  await openFiles(...Array.from({ length: 90 }, (_, index) => `N${index + 1}`));
  const held = await holdUpload();
  // Without this, the focus would keep the note mounted.
  await userEvent.click(screen.getByLabelText('Search'));
  window.scrollY = 62 * 60;
  fireEvent.scroll(window);
  await waitFor(() => expect(document.querySelector('[data-index="60"]')).toBeInTheDocument());
  expect(document.querySelector('[data-index="20"]')).not.toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Uploading Bild ä.png' })).toBeInTheDocument();
  held.release();
  await waitFor(() => expect(attachments().rows).toMatchObject([{ name: 'Bild ä.png' }]));
  window.scrollY = 0;
});

test('continues an upload while a search hides its note', async () => {
  await openFiles('Pens', 'Ink');
  const held = await holdUpload();
  await userEvent.type(screen.getByLabelText('Search'), 'Pens');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ink' })).not.toBeInTheDocument());
  expect(hasUnsavedChanges()).toBe(true);
  await userEvent.clear(screen.getByLabelText('Search'));
  expect(await screen.findByRole('progressbar', { name: 'Uploading Bild ä.png' })).toBeInTheDocument();
  held.release();
  await waitFor(() => expect(attachments().rows).toMatchObject([{ name: 'Bild ä.png' }]));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
});

test('stores a file whose long name would be cut before a hyphen', async () => {
  await openFiles();
  await choose(new File(['content'], `${'a'.repeat(20)} ${'b'.repeat(95)}.pdf`, { type: 'application/pdf' }));
  await waitFor(() => expect(attachments().rows).toHaveLength(1));
  // The database accepts no name that begins with a hyphen or a dot (`is_file_name`).
  expect(String(attachments().rows[0]?.['path']).split('/').at(-1)).toBe(`${'b'.repeat(95)}.pdf`);
});

test('stores a name without characters that hide its ending', async () => {
  await openFiles();
  await choose(new File(['text'], 'invoice\u202Efdp\u0007.txt', { type: 'text/plain' }));
  await waitFor(() => expect(attachments().rows).toMatchObject([{ name: 'invoicefdp.txt' }]));
});

test('sends nothing when an upload is cancelled before it starts', async () => {
  await openFiles();
  const held = faults.hold({ service: 'storage', method: 'POST' });
  await choose(picture());
  await held.arrived;
  await userEvent.click(button('Cancel Bild ä.png'));
  held.release();
  await choose(new File(['text'], 'later.txt', { type: 'text/plain' }));
  await waitFor(() => expect(attachments().rows).toMatchObject([{ name: 'later.txt' }]));
  expect(files().files).toHaveLength(1);
});

test('downloads, deletes and restores a file', async () => {
  const followed: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  const note = putNote({ title: 'Ink' });
  putFile(note, 'list.txt', 'text/plain');
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Files (1) Ink' }));
  expect(await screen.findByText('7 bytes')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Download list.txt' }));
  await waitFor(() => expect(followed).toEqual([expect.stringMatching(/object\/sign\/.*download=list\.txt/)]));
  click.mockRestore();
  await userEvent.click(button('Delete list.txt'));
  expect(await screen.findByText('No files yet.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Add files/ })).toHaveFocus();
  // The bytes stay for 30 days, for an undo.
  expect([attachments().rows, files().files.length]).toEqual([[], 1]);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('list.txt is back.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Download list.txt' })).toBeVisible();
});

test('deletes and restores a note with its files', async () => {
  const note = putNote({ title: 'Ink' });
  putFile(note, 'list.txt', 'text/plain');
  await openBoard();
  await chooseOfNote('Ink', 'Delete');
  await waitFor(() => expect(notes().rows).toEqual([]));
  expect(files().files).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Files (1) Ink' })).toBeVisible();
});

test('requests the removal of expired deletions after a deletion', async () => {
  putNote({ title: 'Ink' });
  let purged: () => void = () => undefined;
  const called = new Promise<void>((resolve) => (purged = resolve));
  backend.databaseFunction('workspace_has_expired', () => true);
  backend.function('workspace-purge', () => {
    purged();
    return { purged: true };
  });
  await openBoard();
  await chooseOfNote('Ink', 'Delete');
  await called;
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

test.each([
  ['another service', (note: string) => `${board}/${note}/../../../auth/v1/logout?scope=global`],
  ['a folder above', (note: string) => `${board}/${note}/${crypto.randomUUID()}/..`],
])('sends nothing to %s that the path of a file names', async (_, pathOf) => {
  const note = putNote({ title: 'Ink' });
  attachments().insert({ board, note: note['id'], path: pathOf(String(note['id'])), name: 'plan.png', type: 'image/png', size: 7 });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: /^Files.* Ink$/ }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(backend.requests.filter(({ service, path }) => service === 'storage' || path.includes('logout'))).toEqual([]);
});

test.each([
  ['dropped on', (row: HTMLElement, files: object) => fireEvent.drop(row, { dataTransfer: files })],
  ['pasted into', (row: HTMLElement, files: object) => fireEvent.paste(row, { clipboardData: files })],
])('adds files that are %s a note', async (_, give) => {
  const note = putNote({ title: 'Ink' });
  await openBoard();
  const row = (await screen.findByRole('heading', { name: 'Ink' })).closest('li');
  if (!row) throw new Error('The note is not in a list.');
  // A text, also with a picture of it.
  expect(give(row, { types: ['text/plain'], files: [] })).toBe(true);
  fireEvent.dragOver(row, { dataTransfer: { types: ['Files'] } });
  expect(row).toHaveAttribute('data-files', 'over');
  fireEvent.dragLeave(row);
  expect(row).not.toHaveAttribute('data-files');
  expect(give(row, { types: ['Files'], files: [picture(), new File(['text'], 'a.txt', { type: 'text/plain' })] })).toBe(false);
  expect(await screen.findByRole('button', { name: 'Download Bild ä.png' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Download a.txt' })).toBeVisible();
  await waitFor(() => expect(attachments().rows.map((file) => file['note'])).toEqual([note['id'], note['id']]));
  expect(screen.getByRole('button', { name: 'Files (2) Ink' })).toHaveAttribute('aria-expanded', 'true');
});
