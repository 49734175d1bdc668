import { ADA, backend } from '@atrium/page-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;
/** The first bytes of a PNG file. */
export const PNG = '\x89PNG\r\n\x1a\n';

/** A file with the given first bytes. Its name and type may say something else. */
export function file(start: string, { name = 'me.png', type = 'image/png', size = 100 } = {}): File {
  const bytes = new Uint8Array(size);
  bytes.set(Array.from(start, (character) => character.charCodeAt(0)).slice(0, size));
  return new File([bytes], name, { type });
}

/** The bucket and the profile in the backend, and the field on the page. */
export const bucket = () => backend.storage.bucket('account-avatars');
export const profile = () => backend.table('account_profiles').rows[0];
export const input = () => screen.getByLabelText<HTMLInputElement>(/^(Choose a|Change) picture$/);
export const choose = (chosen: File) => userEvent.setup({ applyAccept: false }).upload(input(), chosen);
export const preview = () => screen.findByRole('img', { name: 'The picture that you chose' });
/** Chooses a picture, and fires its `load` event, because jsdom loads no images. */
export async function choosePicture(chosen: File): Promise<void> {
  await choose(chosen);
  fireEvent.load(await preview());
}
export const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
export const pathsThere = () => bucket().files.map(({ path }) => path);

/** Gives Ada a stored picture, and returns its path. */
export function withPicture(): string {
  const path = `${ADA.id}/before.png`;
  bucket().put(path, PNG, 'image/png');
  backend.table('account_profiles').update(() => true, { avatar_path: path });
  return path;
}

afterEach(() => {
  jest.restoreAllMocks();
});

beforeEach(() => {
  bucket().define({
    largestFile: 2 * MEGABYTE,
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    policy: (path, caller) => path.startsWith(`${caller?.id ?? ''}/`),
  });
  backend.table('account_profiles').define({ key: ['person'], policy: ({ person }, caller) => person === caller?.id });
  backend.table('account_profiles').insert({ person: ADA.id, name: 'Ada', avatar_path: null });
});
