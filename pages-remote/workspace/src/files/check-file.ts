import { FILE_LIMIT_MB, WorkspaceError } from '../data/workspace-error.ts';
import { FILE_TYPES } from './file.ts';

/** Types of files that some systems know no type of. */
const typesByEnding: Readonly<Record<string, string>> = { md: 'text/markdown', csv: 'text/csv', txt: 'text/plain', json: 'application/json' };

/** The media type of a file, without parameters; by the end of its name where the browser knows none. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const given = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return given === '' ? (typesByEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '') : given;
}

/** What the bucket would refuse, said before anything is sent; null where nothing is wrong. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>): WorkspaceError | null {
  if (file.size > FILE_LIMIT_MB * 1024 * 1024) return new WorkspaceError('fileTooLarge', null);
  return FILE_TYPES.includes(typeOf(file)) ? null : new WorkspaceError('fileType', null);
}

/**
 * A name that Storage takes as part of a path: it refuses many characters
 * (supabase/storage, `isValidKey`). The row of the file keeps the name as it is.
 */
export function pathName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return plain.slice(-100) || 'file';
}
