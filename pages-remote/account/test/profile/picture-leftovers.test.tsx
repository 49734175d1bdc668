import { ADA, faults } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import { bucket, choosePicture, file, pathsThere, PNG, profile, withPicture } from './picture-field.ts';
import { visit } from '../visit.ts';

/** Inserts files of uploads whose connection broke. The bucket accepts up to five files per user. */
function leaveBehind(count: number): void {
  const isThere = (path: string) => pathsThere().includes(path);
  bucket().define({ policy: (path, caller) => path.startsWith(`${caller?.id ?? ''}/`) && (isThere(path) || pathsThere().length < 5) });
  for (let index = 0; index < count; index++) bucket().put(`${ADA.id}/left-${index}.png`, PNG, 'image/png');
}

test.each([
  ['five', () => null, 5],
  ['four beside the picture in use', withPicture, 4],
])('stores a picture when failed uploads have used up the limit of files: %s', async (_, withOrWithout, count) => {
  const before = withOrWithout();
  leaveBehind(count);
  await visit('/account', 'signed-in');
  await choosePicture(file(PNG));
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(profile()?.['avatar_path']).not.toBe(before);
  // Another tab may be uploading the newest file.
  expect(pathsThere()).toEqual(expect.arrayContaining([profile()?.['avatar_path'], expect.stringContaining('left-')]));
  expect(pathsThere()).toHaveLength(2);
});

test('keeps the current picture when the service refuses the new one after old files were deleted', async () => {
  const before = withPicture();
  leaveBehind(4);
  await visit('/account', 'signed-in');
  faults.next({ service: 'storage', method: 'PUT', path: '/object/upload/sign', status: 500 });
  await choosePicture(file(PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent(/server is having problems/);
  expect(profile()).toMatchObject({ avatar_path: before });
  expect(pathsThere()).toContain(before);
});

test.each([
  ['the files cannot be read', { service: 'storage', method: 'POST', path: '/object/list' }],
  ['the picture in use cannot be read', { service: 'rest', method: 'GET', path: 'account_profiles' }],
  ['they cannot be removed', { service: 'storage', method: 'DELETE', path: '/object/account-avatars' }],
] as const)('stores a picture even if the files of failed uploads cannot be deleted, because %s', async (_, fault) => {
  const before = withPicture();
  leaveBehind(3);
  await visit('/account', 'signed-in');
  faults.next({ ...fault, status: 500 });
  await choosePicture(file(PNG));
  expect(await screen.findByText('Your picture is saved.')).toBeVisible();
  expect(profile()?.['avatar_path']).not.toBe(before);
  expect(pathsThere()).toEqual(expect.arrayContaining([profile()?.['avatar_path'], `${ADA.id}/left-0.png`, `${ADA.id}/left-2.png`]));
});
