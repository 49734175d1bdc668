import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { comparePictures } from './compare-pictures.ts';

/** Where the pictures are. */
export interface PictureFolders {
  /** Those that somebody has looked at and found good. */
  readonly accepted: string;
  /** Those that were just taken. */
  readonly now: string;
  /** What differs between them; written anew by each comparison. */
  readonly differences: string;
}

/** What became of the picture of one name; `gone` where none was taken of what was accepted. */
export interface ComparedPicture {
  /** Its file. */
  readonly file: string;
  readonly kind: 'new' | 'changed' | 'same' | 'gone';
  /** Points that differ. */
  readonly points: number;
}

/**
 * Compares what was taken with what was accepted.
 *
 * @param isTaken says of which files there ought to be a picture: no other is gone
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

/** Accepts what was compared as it is now. */
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
