import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { ADA, backend, faults } from '@atrium/page-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bucket, choose, file, give, input, MEGABYTE, pathsThere, PNG, preview, profile, tryAgain, withPicture } from './picture-field.ts';
import { visit } from './visit.ts';

test('says what is taken before anything is chosen, and shows an initial', async () => {
  await visit('/account', 'signed-in');
  expect(input()).toHaveAccessibleDescription('PNG, JPEG or WebP, up to 2 MB. It is cut to a square. Everybody on your boards sees it.');
  expect(input()).toHaveAccessibleName('Choose a picture');
  expect(input()).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp');
  expect(screen.getByText('A')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
});

test.each([
  ['PNG', PNG, 'image/png', 'png'],
  ['JPEG', '\xff\xd8\xff\xe0', 'image/jpeg', 'jpg'],
  ['WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp', 'webp'],
])('previews a %s and stores it at once, by what is in the file', async (_, start, type, ending) => {
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

test('replaces a picture, removes the old file and what failed tries left, and not what another tab is storing', async () => {
  const before = withPicture();
  bucket().put(`${ADA.id}/other-tab.png`, PNG, 'image/png');
  jest.spyOn(Date.prototype, 'toISOString').mockReturnValueOnce('2026-01-01T00:00:00.000Z');
  bucket().put(`${ADA.id}/left-behind.png`, PNG, 'image/png');
  jest.restoreAllMocks();
  await visit('/account', 'signed-in');
  expect(await screen.findByRole('img', { name: 'Your picture' })).toHaveAttribute('src', expect.stringContaining(`/object/sign/account-avatars/${before}`));
  // For an hour at most: the address needs no session.
  const signed = backend.requests.filter(({ path }) => path.startsWith('/object/sign/')).map(({ body }) => JSON.stringify(body));
  expect(new Set(signed)).toEqual(new Set(['{"expiresIn":3600}']));
  await give(file(PNG));
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
  ['an SVG', file('<svg onload="alert(1)">', { name: 'me.svg', type: 'image/svg+xml' }), /SVG drawing, which can have a program in it/],
  ['an SVG that calls itself PNG', file('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), /SVG drawing/],
  ['something else that calls itself PNG', file('%PDF-1.7'), /not a PNG, JPEG or WebP picture/],
  ['an empty file', file('', { size: 0 }), /not a PNG, JPEG or WebP picture/],
])('refuses %s at the field, and sends nothing', async (_, chosen, text) => {
  await visit('/account', 'signed-in');
  await choose(chosen);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(input()).toHaveAccessibleDescription(text);
  expect(input()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(backend.requests.filter(({ path }) => path.startsWith('/object/upload'))).toEqual([]);
});

test('refuses a picture that the browser cannot show, and shows the one before', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  await choose(file(PNG));
  fireEvent.error(await preview());
  expect(await screen.findByRole('alert')).toHaveTextContent('the file seems to be damaged');
  expect(screen.getByRole('img', { name: 'Your picture' })).toBeVisible();
  expect(backend.requests.filter(({ path }) => path.startsWith('/object/upload'))).toEqual([]);
});

test('shows the initial where the stored picture cannot be shown any more', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  fireEvent.error(await screen.findByRole('img', { name: 'Your picture' }));
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove picture' })).toBeVisible();
});

test.each([
  ['no connection', { path: '/object/upload/sign', method: 'PUT', answer: 'offline' }, /no connection to the server/],
  ['a session that is not taken', { path: '/object/upload/sign', method: 'POST', status: 403 }, /did not accept this from you/],
  ['trouble at the service', { path: '/object/upload/sign', method: 'PUT', status: 500 }, /server has trouble/],
  ['a profile that may not be changed', { path: 'account_profiles', method: 'PATCH', status: 403, code: '42501' }, /did not accept this from you/],
] as const)('says what to do about %s, shows the picture before, and stores the new one at the next try', async (_, fault, text) => {
  // jsdom says on its own that a request failed.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const before = withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  faults.next({ service: fault.path.startsWith('/') ? 'storage' : 'rest', ...fault });
  await give(file(PNG));
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

test('wants another picture where the service has a limit of its own', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await visit('/account', 'signed-in');
  faults.next({ service: 'storage', path: '/object/upload/sign', method: 'PUT', status: 413 });
  await give(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(/The server takes pictures of up to 2 MB/);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await give(file(PNG));
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
});

test('says that a picture could not be removed, and leaves it', async () => {
  const before = withPicture();
  await visit('/account', 'signed-in');
  const remove = await screen.findByRole('button', { name: 'Remove picture' });
  faults.next({ service: 'rest', path: 'account_profiles', method: 'PATCH', status: 500 });
  await userEvent.click(remove);
  expect(await screen.findByRole('alert')).toHaveTextContent(/server has trouble/);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(profile()).toMatchObject({ avatar_path: before });
  await userEvent.click(remove);
  expect(await screen.findByText('Your picture is removed.')).toBeVisible();
});

test('says that a policy refuses', async () => {
  bucket().define({ policy: () => false });
  await visit('/account', 'signed-in');
  await give(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(/did not accept this from you/);
  expect(profile()).toMatchObject({ avatar_path: null });
});

test('says that it is under way, and takes nothing else meanwhile', async () => {
  withPicture();
  await visit('/account', 'signed-in');
  await screen.findByRole('img', { name: 'Your picture' });
  const request = faults.hold({ service: 'storage', method: 'PUT', path: '/object/upload/sign' });
  await give(file(PNG));
  await request.arrived;
  expect(screen.getByRole('progressbar', { name: 'Uploading your picture' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove picture' })).toHaveAttribute('aria-disabled', 'true');
  expect(input()).toHaveAttribute('aria-disabled', 'true');
  // Nothing opens, and the focus stays.
  expect(fireEvent.click(input())).toBe(false);
  expect(input()).toHaveFocus();
  request.release();
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(input()).not.toHaveAttribute('aria-disabled');
  expect(pathsThere()).toHaveLength(1);
});

test('goes on without the picture where it cannot be read', async () => {
  const refusal = { service: 'rest', path: 'account_profiles', status: 400 } as const;
  // Twice, as the page is in strict mode.
  for (const fault of [refusal, refusal]) faults.next(fault);
  await visit('/account', 'signed-in');
  expect(await screen.findByText(/could not be read now/)).toBeVisible();
  await give(file(PNG));
  await waitFor(() => {
    expect(profile()?.['avatar_path']).toMatch(ADA.id);
  });
  expect(screen.queryByText(/could not be read now/)).not.toBeInTheDocument();
});

test('sends nothing to another service that the path of a picture names', async () => {
  backend.table('account_profiles').update(() => true, { avatar_path: `${ADA.id}/../../auth/v1/logout?scope=global` });
  await visit('/account', 'signed-in');
  expect(await screen.findByText('A')).toBeVisible();
  expect(backend.requests.filter(({ service, path }) => service === 'storage' || path.includes('logout'))).toEqual([]);
});
