import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, faults, type HeldRequest, type Row } from '@atrium/page-kit/testing';
import { attachments, board, files, openBoard, putNote, valueOf } from '../workspace.ts';

/** A picture with a name that no path can have. */
export const picture = () => new File(['bytes of a picture'], 'Bild ä.png', { type: 'image/png' });

/** Opens the board with these notes, and the files of the last one, which is the first in the list. */
export async function openFiles(...titles: readonly string[]): Promise<Row> {
  const last = titles.length > 0 ? titles.map((title) => putNote({ title })).at(-1) : putNote({ title: 'Ink' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: `Files ${titles.at(-1) ?? 'Ink'}` }));
  await screen.findByText('No files yet.');
  return last ?? {};
}

/** Chooses a file, and holds the upload back. */
export async function holdUpload(): Promise<HeldRequest> {
  const held = faults.hold({ service: 'storage', method: 'PUT' });
  await choose(picture());
  await held.arrived;
  return held;
}

/** Selects files. The input has no accessible name: users press the button that opens it. */
export async function choose(...chosen: File[]): Promise<void> {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for files.');
  await userEvent.upload(input, chosen, { applyAccept: false });
}

/** Stores a file of a note. */
export function putFile(note: Row, name: string, type: string, thumbnail: string | null = null): void {
  const path = `${board}/${String(note['id'])}/${crypto.randomUUID()}/${name}`;
  files().put(path, 'content', type);
  attachments().insert({ board, note: note['id'], path, name, type, size: 7, thumbnail });
}

/** Opens a board with a note that has these files, and the files. */
export async function openWith(...stored: readonly (readonly [name: string, type: string, thumbnail?: string])[]): Promise<void> {
  const note = putNote({ title: 'Ink' });
  for (const file of stored) putFile(note, ...file);
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: /^Files.* Ink$/ }));
}

/** The lifetimes, in seconds, of the signed addresses that were requested. */
export function signedFor(): unknown[] {
  return backend.requests.filter(({ path }) => path.startsWith('/object/sign/')).map(({ body }) => valueOf(body, 'expiresIn'));
}
