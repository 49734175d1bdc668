import { readReleaseSet } from '../../src/federation/federated-source.ts';
import { listedPage, releaseSet } from '../release-set-double.ts';

function documentWith(block: string | null): Document {
  const made = document.implementation.createHTMLDocument();
  if (block !== null) {
    const script = made.createElement('script');
    script.type = 'application/json';
    script.id = 'atrium-release-set';
    script.textContent = block;
    made.head.append(script);
  }
  return made;
}

test('reads the release set from the document', () => {
  const set = releaseSet([listedPage('orders')]);
  expect(readReleaseSet(documentWith(JSON.stringify(set)))).toEqual(set);
});

test.each([
  ['is missing', null, 'contains no release set'],
  ['is empty', '', 'contains no release set'],
  ['is no JSON', '{', 'malformed'],
  ['has another schema', JSON.stringify({ ...releaseSet([]), schema: 1 }), 'malformed'],
  [
    'has the key getPublicPath, which the federation runtime would run as code',
    JSON.stringify(releaseSet([{ ...listedPage('orders'), getPublicPath: 'alert(1)' } as never])),
    'malformed',
  ],
  ['has files at another origin', JSON.stringify(releaseSet([{ ...listedPage('orders'), files: { ...listedPage('orders').files, base: '//evil.example/' } } as never])), 'malformed'],
])('refuses a document whose release set %s', (_, block, reason) => {
  expect(() => readReleaseSet(documentWith(block))).toThrow(reason);
});
