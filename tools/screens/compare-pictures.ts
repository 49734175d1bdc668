import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Where the pictures are. */
export interface PictureFolders {
  /** Pictures that a person reviewed and accepted. */
  readonly accepted: string;
  /** The latest pictures. */
  readonly now: string;
  /** The differences between them; each comparison writes them again. */
  readonly differences: string;
}

/** The result for one picture; `gone` if an accepted picture was not taken again. */
export interface ComparedPicture {
  readonly file: string;
  readonly kind: 'new' | 'changed' | 'same' | 'gone';
  /** Number of pixels that differ. */
  readonly points: number;
}

type Comparison =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'changed';
      /** Number of pixels that differ. */
      readonly points: number;
      /** PNG that marks these pixels. */
      readonly difference: Buffer;
    };

/** How much a pixel's colour may differ, from 0 to 1: the same text is sometimes drawn in a slightly different shade. */
const THRESHOLD = 0.1;

/**
 * Compares the latest pictures with the accepted ones.
 *
 * @param isTaken whether a file belongs to the screens that were taken; other files are not `gone`
 */
export async function compareFolders({ accepted, now, differences }: PictureFolders, isTaken: (file: string) => boolean = () => true): Promise<readonly ComparedPicture[]> {
  await rm(differences, { recursive: true, force: true });
  await mkdir(differences, { recursive: true });
  const [before, after] = [await picturesIn(accepted), await picturesIn(now)];
  const compared: ComparedPicture[] = [];
  for (const file of [...new Set([...before, ...after])].filter(isTaken).sort()) {
    if (!before.has(file)) compared.push({ file, kind: 'new', points: 0 });
    else if (!after.has(file)) compared.push({ file, kind: 'gone', points: 0 });
    else {
      const comparison = comparePictures(await readFile(path.join(accepted, file)), await readFile(path.join(now, file)));
      if (comparison.kind === 'changed') await writeFile(path.join(differences, file), comparison.difference);
      compared.push({ file, kind: comparison.kind, points: comparison.kind === 'changed' ? comparison.points : 0 });
    }
  }
  return compared;
}

/** Replaces the accepted pictures by the latest ones. */
export async function acceptPictures({ accepted, now }: PictureFolders, compared: readonly ComparedPicture[]): Promise<void> {
  await mkdir(accepted, { recursive: true });
  for (const { file, kind } of compared) {
    if (kind === 'gone') await rm(path.join(accepted, file));
    else if (kind !== 'same') await cp(path.join(now, file), path.join(accepted, file));
  }
}

async function picturesIn(folder: string): Promise<ReadonlySet<string>> {
  await mkdir(folder, { recursive: true });
  return new Set((await readdir(folder)).filter((file) => file.endsWith('.png')));
}

/**
 * Compares two PNGs. If their sizes differ, both are aligned at the upper left corner, and the area that only one of them
 * covers counts as changed.
 */
export function comparePictures(before: Buffer, after: Buffer): Comparison {
  if (before.equals(after)) return { kind: 'same' };
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  const difference = new PNG({ width, height });
  const points = pixelmatch(enlarged(one, other, width, height).data, enlarged(other, one, width, height).data, difference.data, width, height, { threshold: THRESHOLD });
  return points === 0 ? { kind: 'same' } : { kind: 'changed', points, difference: PNG.sync.write(difference) };
}

/** A picture on a larger canvas. Each added pixel differs from the other picture's pixel at the same place. */
function enlarged(picture: PNG, other: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const canvas = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const brightness = x < other.width && y < other.height ? (other.data[(y * other.width + x) * 4] ?? 0) : 0;
      const at = (y * width + x) * 4;
      canvas.data.fill(brightness < 128 ? 255 : 0, at, at + 3).fill(255, at + 3, at + 4);
    }
  }
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
  return canvas;
}
