import fileSystem from 'node:fs/promises';
import { expect, jest, test } from '@jest/globals';

const created: string[] = [];
jest.unstable_mockModule('node:fs/promises', () => ({
  ...fileSystem,
  mkdir: (...args: Parameters<typeof fileSystem.mkdir>) => {
    created.push(String(args[0]));
    return fileSystem.mkdir(...args);
  },
  // The template may exist already.
  stat: () => Promise.reject(new Error('ENOENT')),
}));
jest.unstable_mockModule('../src/rest/lite-adapter.ts', () => ({ openLite: () => Promise.reject(new Error('the disk is full')) }));
const { buildTemplate } = await import('../src/cluster/template.ts');

test('a template that cannot be built leaves nothing in the cache', async () => {
  await expect(buildTemplate()).rejects.toThrow('the disk is full');
  expect(created).toHaveLength(1);
  for (const folder of created) await expect(fileSystem.access(folder)).rejects.toThrow('ENOENT');
});
