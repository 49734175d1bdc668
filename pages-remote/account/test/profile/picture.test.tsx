import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { ADA, backend, faults } from '@atrium/page-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bucket, choose, choosePicture, file, input, MEGABYTE, pathsThere, PNG, preview, profile, tryAgain, withPicture } from './picture-field.ts';
import { visit } from '../visit.ts';

test('shows the accepted formats as a hint, and the initials of the user', async () => {
  await visit('/account', 'signed-in');
  expect(input()).toHaveAccessibleDescription('PNG, JPEG or WebP, up to 2 MB. Cropped to a square. People on your boards see it.');
  expect(input()).toHaveAccessibleName('Choose a picture');
  expect(input()).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp');
  expect(screen.getByText('A')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
});

test.each([
  ['PNG', PNG, 'image/png', 'png'],
  ['JPEG', '\xff\xd8\xff\xe0', 'image/jpeg', 'jpg'],
  ['WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp', 'webp'],
])('previews and stores a %s immediately, detected by its content', async (_, start, type, ending) => {
  await visit('/account', 'signed-in');
  await choose(file(start, { name: 'photo', type: '' }));
  expect(await preview()).toHaveAttribute('src', expect.stringContaining(`data:${type};base64,`));
  expect(hasUnsavedChanges()).toBe(true);
  fireEvent.load(await preview());
  expect(await screen.findByRole('status')).toHaveTextContent('Your picture is saved.');
  expect(bucket().files).toMatchObject([{ contentType: type }]);
  expect(pathsThere()[0]).toMatch(new RegExp(`^${ADA.id}/[\\w-]{36}\\.${ending}$`));
  expect(profile()).toMatchObject({ avatar_path: pathsThere()[0] });
  expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', expect.stringContaining(`data:${type};base64,`));
  expect(input()).toHaveFocus();
  expect(input()).toHaveAccessibleName('Change picture');
  expect(screen.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test('replaces a picture, and deletes the old file and those of failed uploads, but not the upload of another tab', async () => {
  const before = withPicture();
  bucket().put(`${ADA.id}/other-tab.png`, PNG, 'image/png');
  jest.spyOn(Date.prototype, 'toISOString').mockReturnValueOnce('2026-01-01T00:00:00.000Z');
  bucket().put(`${ADA.id}/left-behind.png`, PNG, 'image/png');
  jest.restoreAllMocks();
  await visit('/account', 'signed-in');
  expect(await screen.findByRole('img', { name: 'Your picture' })).toHaveAttribute('src', expect.stringContaining(`/object/sign/account-avatars/${before}`));
  // Valid for an hour at most, because the address works without a session.
  const signed = backend.requests.filter(({ path }) => path.startsWith('/object/sign/')).map(({ body }) => JSON.stringify(body));
  expect(new Set(signed)).toEqual(new Set(['{"expiresIn":3600}']));
  await choosePicture(file(PNG));
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(pathsThere()).toHaveLength(2);
  expect(pathsThere()).toEqual(expect.arrayContaining([profile()?.['avatar_path'], `${ADA.id}/other-tab.png`]));
  expect(pathsThere()).not.toContain(before);
});

test('removes a picture', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your picture is removed.');
  expect(profile()).toMatchObject({ avatar_path: null });
  expect(pathsThere()).toEqual([]);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(input()).toHaveFocus();
});

test.each([
  ['a file that is too large', file(PNG, { size: 3.25 * MEGABYTE }), /This file has 3\.3 MB, which is too much\. Choose a picture of up to 2 MB/],
  ['an SVG', file('<svg onload="alert(1)">', { name: 'me.svg', type: 'image/svg+xml' }), /SVG file, which can contain a program/],
  ['an SVG that is named PNG', file('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), /SVG file/],
  ['another file that is named PNG', file('%PDF-1.7'), /not a PNG, JPEG or WebP picture/],
  ['an empty file', file('', { size: 0 }), /not a PNG, JPEG or WebP picture/],
])('refuses %s at the field without a request', async (_, chosen, text) => {
  await visit('/account', 'signed-in');
  await choose(chosen);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(input()).toHaveAccessibleDescription(text);
  expect(input()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(backend.requests.filter(({ path }) => path.startsWith('/object/upload'))).toEqual([]);
});

test('refuses a picture that the browser cannot display, and shows the previous one', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  await choose(file(PNG));
  fireEvent.error(await preview());
  expect(await screen.findByRole('alert')).toHaveTextContent('the file seems to be damaged');
  expect(screen.getByRole('img', { name: 'Your picture' })).toBeVisible();
  expect(backend.requests.filter(({ path }) => path.startsWith('/object/upload'))).toEqual([]);
});

test('shows the initials when the stored picture can no longer be displayed', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  fireEvent.error(await screen.findByRole('img', { name: 'Your picture' }));
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove picture' })).toBeVisible();
});

test.each([
  ['no connection', { path: '/object/upload/sign', method: 'PUT', answer: 'offline' }, /no connection to the server/],
  ['a refused session', { path: '/object/upload/sign', method: 'POST', status: 403 }, /did not accept this from you/],
  ['a server error', { path: '/object/upload/sign', method: 'PUT', status: 500 }, /server is having problems/],
  ['a profile that may not be changed', { path: 'account_profiles', method: 'PATCH', status: 403, code: '42501' }, /did not accept this from you/],
] as const)('explains %s, shows the previous picture, and stores the new one at the next try', async (_, fault, text) => {
  // jsdom logs every failed request.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const before = withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  faults.next({ service: fault.path.startsWith('/') ? 'storage' : 'rest', ...fault });
  await choosePicture(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(input()).toHaveAccessibleDescription(text);
  expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', expect.stringContaining(before));
  expect(profile()).toMatchObject({ avatar_path: before });
  expect(pathsThere()).toEqual([before]);
  expect(hasUnsavedChanges()).toBe(false);
  await tryAgain();
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(pathsThere()).toEqual([profile()?.['avatar_path']]);
  expect(input()).toHaveFocus();
});

test('asks for another picture when the service has a lower limit', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await visit('/account', 'signed-in');
  faults.next({ service: 'storage', path: '/object/upload/sign', method: 'PUT', status: 413 });
  await choosePicture(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(/The server takes pictures of up to 2 MB/);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await choosePicture(file(PNG));
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
});

test('keeps the picture and says so when it cannot be removed', async () => {
  const before = withPicture();
  await visit('/account', 'signed-in');
  const remove = await screen.findByRole('button', { name: 'Remove picture' });
  faults.next({ service: 'rest', path: 'account_profiles', method: 'PATCH', status: 500 });
  await userEvent.click(remove);
  expect(await screen.findByRole('alert')).toHaveTextContent(/server is having problems/);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(profile()).toMatchObject({ avatar_path: before });
  await userEvent.click(remove);
  expect(await screen.findByText('Your picture is removed.')).toBeVisible();
});

test('explains the refusal of a policy', async () => {
  bucket().define({ policy: () => false });
  await visit('/account', 'signed-in');
  await choosePicture(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(/did not accept this from you/);
  expect(profile()).toMatchObject({ avatar_path: null });
});

test('shows the progress, and accepts no other file in the meantime', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  const request = faults.hold({ service: 'storage', method: 'PUT', path: '/object/upload/sign' });
  await choosePicture(file(PNG));
  await request.arrived;
  expect(screen.getByRole('progressbar', { name: 'Uploading your picture' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove picture' })).toHaveAttribute('aria-disabled', 'true');
  expect(input()).toHaveAttribute('aria-disabled', 'true');
  // The file dialog does not open, and the focus stays.
  expect(fireEvent.click(input())).toBe(false);
  expect(input()).toHaveFocus();
  request.release();
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(input()).not.toHaveAttribute('aria-disabled');
  expect(pathsThere()).toHaveLength(1);
});

test('works without the picture when it cannot be loaded', async () => {
  const refusal = { service: 'rest', path: 'account_profiles', status: 400 } as const;
  // Twice, because strict mode runs effects twice.
  for (const fault of [refusal, refusal]) faults.next(fault);
  await visit('/account', 'signed-in');
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  await choosePicture(file(PNG));
  await waitFor(() => {
    expect(profile()?.['avatar_path']).toMatch(ADA.id);
  });
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});

test('shows the picture once the browser is back online', async () => {
  withPicture();
  const refusal = { service: 'rest', path: 'account_profiles', status: 400 } as const;
  for (const fault of [refusal, refusal]) faults.next(fault);
  await visit('/account', 'signed-in');
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  fireEvent(window, new Event('online'));
  expect(await screen.findByRole('img', { name: 'Your picture' })).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});

test('does not store the picture of a failed upload when another one is chosen', async () => {
  await visit('/account', 'signed-in');
  faults.next({ service: 'storage', path: '/object/upload/sign', method: 'POST', status: 403 });
  await choosePicture(file(PNG));
  expect(await screen.findByRole('alert')).toBeVisible();
  fireEvent.change(input(), { target: { files: [file('\xff\xd8\xff\xe0', { name: 'other.jpg' })] } });
  expect(screen.queryByRole('img', { name: 'The picture that you chose' })).toBeNull();
  fireEvent.load(await preview());
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(bucket().files).toMatchObject([{ contentType: 'image/jpeg' }]);
});

test('sends no request to another address that the path of a picture contains', async () => {
  backend.table('account_profiles').update(() => true, { avatar_path: `${ADA.id}/../../auth/v1/logout?scope=global` });
  await visit('/account', 'signed-in');
  expect(await screen.findByText('A')).toBeVisible();
  expect(backend.requests.filter(({ service, path }) => service === 'storage' || path.includes('logout'))).toEqual([]);
});
