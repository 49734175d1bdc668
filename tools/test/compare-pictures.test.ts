import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { acceptPictures, compareFolders, comparePictures } from '../screens/compare-pictures.ts';
import { comparisonPage } from '../screens/comparison-page.ts';
import { screenOf } from '../screens/pictures.ts';

/** A white picture with black pixels. */
function picture(width: number, height: number, ...black: readonly (readonly [x: number, y: number])[]): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const [x, y] of black) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return PNG.sync.write(png);
}

describe('comparePictures', () => {
  it('finds equal pictures the same', () => {
    expect(comparePictures(picture(20, 10, [3, 4]), picture(20, 10, [3, 4]))).toEqual({ kind: 'same' });
  });

  it('counts the pixels that differ and marks them', () => {
    const comparison = comparePictures(picture(20, 10), picture(20, 10, [3, 4], [10, 5]));
    if (comparison.kind === 'same') throw new Error('The changed pixels were not found.');
    expect(comparison.points).toBe(2);
    const { width, height, data } = PNG.sync.read(comparison.difference);
    expect([width, height]).toEqual([20, 10]);
    const colour = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect(colour(3, 4)).toEqual([255, 0, 0]);
    expect(colour(0, 0)).not.toEqual([255, 0, 0]);
  });

  it.each([['higher', picture(20, 12), 40], ['lower', picture(20, 7), 60], ['wider', picture(23, 10), 30]])(
    'counts the area that only one picture covers, if the second is %s',
    (_what, other, points) => {
      expect(comparePictures(picture(20, 10), other)).toMatchObject({ kind: 'changed', points });
    },
  );
});

describe('compareFolders', () => {
  let below: string;
  const folder = (name: 'accepted' | 'now' | 'differences') => path.join(below, name);
  const folders = () => ({ accepted: folder('accepted'), now: folder('now'), differences: folder('differences') });

  beforeEach(async () => {
    below = await mkdtemp(path.join(tmpdir(), 'atrium-pictures-'));
    await compareFolders(folders());
    await writeFile(path.join(folder('accepted'), 'kept.en.light.320.png'), picture(4, 4));
    await writeFile(path.join(folder('now'), 'kept.en.light.320.png'), picture(4, 4));
    await writeFile(path.join(folder('accepted'), 'changed.en.light.320.png'), picture(4, 4));
    await writeFile(path.join(folder('now'), 'changed.en.light.320.png'), picture(4, 4, [1, 1]));
    await writeFile(path.join(folder('now'), 'added.en.light.320.png'), picture(4, 4));
    await writeFile(path.join(folder('accepted'), 'left.en.light.320.png'), picture(4, 4));
  });

  afterEach(() => rm(below, { recursive: true }));

  it('reports new, changed, gone and equal pictures, and writes a difference for changed ones', async () => {
    expect(await compareFolders(folders())).toEqual([
      { file: 'added.en.light.320.png', kind: 'new', points: 0 },
      { file: 'changed.en.light.320.png', kind: 'changed', points: 1 },
      { file: 'kept.en.light.320.png', kind: 'same', points: 0 },
      { file: 'left.en.light.320.png', kind: 'gone', points: 0 },
    ]);
    expect(await readdir(folder('differences'))).toEqual(['changed.en.light.320.png']);
  });

  it('ignores the screens that were not taken', async () => {
    const compared = await compareFolders(folders(), (file) => screenOf(file) === 'kept');
    expect(compared.map(({ file }) => file)).toEqual(['kept.en.light.320.png']);
  });

  it('finds no difference after acceptPictures', async () => {
    await acceptPictures(folders(), await compareFolders(folders()));
    expect((await compareFolders(folders())).map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
    expect(await readFile(path.join(folder('accepted'), 'changed.en.light.320.png'))).toEqual(picture(4, 4, [1, 1]));
  });

  it('feeds a page that shows a changed picture before, after and with its difference', async () => {
    const shown = comparisonPage(await compareFolders(folders()));
    for (const place of ['accepted', 'now', 'differences']) expect(shown).toContain(`<img src="${place}/changed.en.light.320.png"`);
    expect(shown).toContain('<img src="now/added.en.light.320.png"');
    expect(shown).toContain('<img src="accepted/left.en.light.320.png"');
    expect(shown).not.toContain('<img src="accepted/kept.en.light.320.png"');
  });
});
