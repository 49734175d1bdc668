import { showStoredFaces, STORAGE_KEY } from '../../src/type-face/stored-faces.ts';
import { TypeFace } from '../../src/type-face/type-face.ts';

/** Stands in for the browser's fonts, which jsdom does not have. */
class FaceDouble {
  static readonly loads: string[] = [];
  static isOffline = false;
  readonly family: string;
  readonly #source: string;

  constructor(family: string, source: string) {
    this.family = family;
    this.#source = source;
  }

  load(): Promise<this> {
    FaceDouble.loads.push(`${this.family} ${this.#source}`);
    return FaceDouble.isOffline ? Promise.reject(new DOMException('The network is gone.', 'NetworkError')) : Promise.resolve(this);
  }
}

let shown: string[];

beforeEach(() => {
  shown = [];
  FaceDouble.loads.length = 0;
  FaceDouble.isOffline = false;
  Object.assign(globalThis, { FontFace: FaceDouble });
  Object.defineProperty(document, 'fonts', { configurable: true, value: { add: ({ family }: FaceDouble) => shown.push(family) } });
  document.documentElement.lang = 'en';
  document.body.innerHTML = '';
  localStorage.clear();
});

test('loads only Latin in an English document, and shows the faces with the next page', async () => {
  const typeFace = new TypeFace();
  typeFace.show();
  await typeFace.load();
  expect(FaceDouble.loads).toEqual([expect.stringMatching(/^Inter /)]);
  expect(shown).toEqual([]);
  typeFace.show();
  expect(new Set(shown)).toEqual(new Set(['Inter']));
});

test('loads the Arabic faces in an Arabic document', async () => {
  document.documentElement.lang = 'ar';
  await new TypeFace().load();
  expect(FaceDouble.loads.filter((load) => load.startsWith('IBM Plex Sans Arabic'))).toHaveLength(2);
});

test('the next document shows the loaded faces before its first render', async () => {
  await new TypeFace().load();
  await showStoredFaces();
  expect(shown).toEqual(['Inter']);
});

test('the next document does not show faces that arrive after its first render', async () => {
  await new TypeFace().load();
  const faces = showStoredFaces();
  document.body.append(document.createElement('main'));
  await faces;
  expect(shown).toEqual([]);
});

test.each(['{', '[{"family":"Inter"}]', '[[1]]', 'null'])('ignores the malformed stored faces %s', async (stored) => {
  localStorage.setItem(STORAGE_KEY, stored);
  await showStoredFaces();
  expect(FaceDouble.loads).toEqual([]);
});

test('stores nothing and shows nothing if the files do not load', async () => {
  FaceDouble.isOffline = true;
  const typeFace = new TypeFace();
  await typeFace.load();
  typeFace.show();
  expect(shown).toEqual([]);
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
});
