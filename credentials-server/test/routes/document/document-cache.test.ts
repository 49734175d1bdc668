import { jest } from '@jest/globals';
import { DocumentCache, MAX_DOCUMENTS } from '../../../src/routes/document/document-cache.ts';

/** A cache, and how often it had to render. */
function newCache() {
  const render = jest.fn((key: string) => Promise.resolve(key));
  const cache = new DocumentCache<string>();
  return { render, get: (site: object, key: string) => cache.get(site, key, () => render(key)), cache };
}

test('keeps the documents that were requested last, of all sites together', async () => {
  const { render, get } = newCache();
  const [one, other] = [{}, {}];
  for (let number = 0; number < MAX_DOCUMENTS / 2; number += 1) await Promise.all([get(one, String(number)), get(other, String(number))]);
  expect(await get(one, '0')).toBe('0');
  expect(render).toHaveBeenCalledTimes(MAX_DOCUMENTS);
  await get(one, 'more');
  await Promise.all([get(one, '0'), get(one, 'more')]);
  expect(render).toHaveBeenCalledTimes(MAX_DOCUMENTS + 1);
  await get(other, '0');
  expect(render).toHaveBeenCalledTimes(MAX_DOCUMENTS + 2);
});

test('renders again what could not be rendered', async () => {
  const { cache } = newCache();
  const site = {};
  await expect(cache.get(site, 'key', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await cache.get(site, 'key', () => Promise.resolve('rendered'))).toBe('rendered');
});

test('renders again what was not to be kept', async () => {
  const { cache } = newCache();
  const site = {};
  const render = jest.fn(async (forget: () => void) => {
    await Promise.resolve();
    forget();
    return 'without its page';
  });
  for (let request = 0; request < 2; request += 1) await cache.get(site, 'key', render);
  expect(render).toHaveBeenCalledTimes(2);
});
