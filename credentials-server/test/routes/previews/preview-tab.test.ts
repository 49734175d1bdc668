import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';

const script = await readFile(new URL('../../../src/routes/previews/preview-tab.js', import.meta.url), 'utf8');

interface Tab {
  readonly address: string;
  /** The digest of the preview in the document. */
  readonly preview?: string;
  readonly remembered?: string | null;
  readonly storage?: 'forbidden';
}

/** Runs the script in a tab. Returns what it did, in order, and what the tab remembers. */
function run({ address, preview, remembered = null, storage }: Tab): { did: string[]; remembers: string | null } {
  const did: string[] = [];
  let remembers = remembered;
  const sessionStorage = {
    getItem: () => remembers,
    setItem: (_name: string, value: string) => (remembers = value),
    removeItem: () => (remembers = null),
  };
  const { pathname, search, hash, origin } = new URL(address, 'https://site.example');
  const globals = {
    document: { currentScript: { dataset: preview === undefined ? {} : { preview } } },
    location: { pathname, search, hash, origin, replace: (to: string) => did.push(`go to ${to}`) },
    history: { state: null, replaceState: (_state: unknown, _title: string, to: string) => did.push(`say ${to}`) },
    window: { stop: () => did.push('stop') },
    ...(storage === undefined && { sessionStorage }),
  };
  runInNewContext(script, globals);
  return { did, remembers };
}

const SITE = 'https://site.example';

test('does nothing in a tab without a preview', () => {
  expect(run({ address: '/orders?a=1#b' })).toEqual({ did: [], remembers: null });
});

test.each([
  ['/orders?atrium-preview=d1', '/orders'],
  ['/orders?a=1&atrium-preview=d1#b', '/orders?a=1#b'],
  ['/orders?atrium-preview=d1&a=1&b=%20+', '/orders?a=1&b=%20+'],
  ['//evil.example?atrium-preview=d1', '//evil.example'],
])('remembers a preview at %s, and removes it from the address', (address, shown) => {
  const given = address.startsWith('//') ? `${SITE}${address}` : address;
  expect(run({ address: given, preview: 'd1', remembered: 'd0' })).toEqual({ did: [`say ${SITE}${shown}`], remembers: 'd1' });
});

test.each([
  ['/orders', '/orders?atrium-preview=d1'],
  ['/orders?a=1#b', '/orders?a=1&atrium-preview=d1#b'],
])('requests a remembered preview again at %s, and runs nothing before', (address, asked) => {
  expect(run({ address, remembered: 'd1' })).toEqual({ did: ['stop', `go to ${SITE}${asked}`], remembers: 'd1' });
});

test('requests a remembered preview again at an address that ends with a separator', () => {
  expect(run({ address: '/orders?a=1&', remembered: 'd1' })).toEqual({ did: ['stop', `go to ${SITE}/orders?a=1&&atrium-preview=d1`], remembers: 'd1' });
});

test('a live document at the address of a preview ends it, and nothing is requested again', () => {
  expect(run({ address: '/orders?atrium-preview=d1', remembered: 'd1' })).toEqual({ did: [`say ${SITE}/orders`], remembers: null });
});

test('removes the preview from the address even if storage is blocked', () => {
  expect(run({ address: '/orders?atrium-preview=d1', preview: 'd1', storage: 'forbidden' }).did).toEqual([`say ${SITE}/orders`]);
  expect(run({ address: '/orders', storage: 'forbidden' }).did).toEqual([]);
});
