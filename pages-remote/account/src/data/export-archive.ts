import type { SlotProps } from '@atrium/page-kit/contract/site';
import { Archive } from './archive.ts';
import { ArchivePaths } from './archive-paths.ts';
import { ExportError } from './export-error.ts';

/** Reads one part of the archive: the data of one module. */
export type PartLoader = Parameters<SlotProps<'account.data'>['addPart']>[1];

type AddedFile = Parameters<NonNullable<Parameters<PartLoader>[2]>>[0];

/** How far an export is: the records that are read, and then the files. */
export type ExportProgress = { readonly records: number } | { readonly done: number; readonly total: number; readonly bytes: number };

/** The version of the format of `data.json`. Programs that read it can tell later ones apart. */
const FORMAT = 'atrium-export/2';

/** An archive, and the paths of the files that no longer exist. */
export interface ExportArchive {
  readonly content: Blob;
  readonly day: string;
  readonly missingFiles: readonly string[];
}

/**
 * Reads all parts and their files into an archive.
 * @throws {ExportError} or what a part throws
 */
export async function makeArchive(parts: ReadonlyMap<string, PartLoader>, signal: AbortSignal, onProgress: (progress: ExportProgress) => void): Promise<ExportArchive> {
  const paths = new ArchivePaths();
  const files: (readonly [path: string, read: AddedFile['read']])[] = [];
  const data: Record<string, object> = {};
  let before = 0;
  // One after the other: an export must not slow the site down for others.
  for (const [module, load] of parts) {
    let count = 0;
    const report = (soFar: number) => {
      count = soFar;
      onProgress({ records: before + soFar });
    };
    data[module] = await load(signal, report, ({ path, read }) => {
      const place = paths.add([module, ...path]);
      files.push([place, read]);
      return place;
    });
    signal.throwIfAborted();
    before += count;
  }

  const archive = new Archive();
  const missingFiles: string[] = [];
  let bytes = 0;
  for (const [done, [path, read]] of files.entries()) {
    onProgress({ done, total: files.length, bytes });
    const content = await readFile(path, read, signal);
    signal.throwIfAborted();
    if (content === null) {
      missingFiles.push(path);
      continue;
    }
    await archive.addFile(path, content);
    bytes += content.size;
  }
  const exportedAt = new Date().toISOString();
  archive.addText('data.json', JSON.stringify({ format: FORMAT, exportedAt, ...data, missingFiles }, null, 2));
  signal.throwIfAborted();
  return { content: archive.finish(), day: exportedAt.slice(0, 10), missingFiles };
}

/** @throws {ExportError} */
async function readFile(path: string, read: AddedFile['read'], signal: AbortSignal): Promise<Blob | null> {
  try {
    return await read(signal);
  } catch (error) {
    // The file may exist, so an archive without it would be incomplete.
    throw new ExportError({ reason: 'file', path }, error);
  }
}
