import { MemoryCache } from '../../src/stores/memory-cache.ts';

const ofBytes = (bytes: number) => ({ content: Buffer.alloc(bytes) });

test('at its limit, forgets the least recently used contents', () => {
  const cache = new MemoryCache(100);
  for (const key of ['first', 'second', 'third']) cache.set(key, ofBytes(30));
  cache.get('first');
  cache.set('fourth', ofBytes(30));
  expect(['first', 'second', 'third', 'fourth'].filter((key) => cache.get(key))).toEqual(['first', 'third', 'fourth']);
});

test('a replaced or deleted content no longer counts', () => {
  const cache = new MemoryCache(100);
  cache.set('kept', ofBytes(40));
  for (let round = 0; round < 5; round += 1) cache.set('replaced', ofBytes(40));
  cache.delete('replaced');
  cache.delete('never set');
  cache.set('new', ofBytes(60));
  expect(['kept', 'new'].filter((key) => cache.get(key))).toEqual(['kept', 'new']);
});

test('does not keep a content that is larger than its limit', () => {
  const cache = new MemoryCache(100);
  cache.set('kept', ofBytes(40));
  cache.set('large', ofBytes(101));
  expect(cache.get('large')).toBeUndefined();
});
