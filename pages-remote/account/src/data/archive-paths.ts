/** What a name in the archive must not contain: path separators, characters that Windows forbids, control characters, and those that change the direction of text and so hide a name's real ending. */
const FORBIDDEN = /[/\\<>:"|?*\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=$|\.|\s)/i;

/** Longest name, in bytes of UTF-8. File systems allow 255, and Windows counts the folders above it. */
const MAX_BYTES = 120;

/** Longest part after the last dot that counts as an extension, in characters. */
const MAX_EXTENSION = 16;

/**
 * Assigns paths in the archive. Each name is safe on every file system, and no path leads out of the folder into which the
 * archive is unpacked. No two files have the same path, not even where a file system ignores case.
 */
export class ArchivePaths {
  readonly #files = new Set<string>();
  /** The folders as they were written first. */
  readonly #folders = new Map<string, string>();

  /** The path of a new file, whose name is the last segment. */
  add(segments: readonly string[]): string {
    let folder = '';
    for (const name of segments.slice(0, -1)) folder = this.#folder(folder, safeName(name));
    const path = firstFree(folder, safeName(segments.at(-1) ?? ''), (key) => this.#files.has(key) || this.#folders.has(key));
    this.#files.add(keyOf(path));
    return path;
  }

  #folder(parent: string, name: string): string {
    const path = firstFree(parent, name, (key) => this.#files.has(key));
    const folder = this.#folders.get(keyOf(path)) ?? `${path}/`;
    this.#folders.set(keyOf(path), folder);
    return folder;
  }
}

/** The first of `name`, `name (2)`, … that is free. */
function firstFree(folder: string, name: string, isTaken: (key: string) => boolean): string {
  const { base, extension } = splitName(name);
  let path = `${folder}${name}`;
  for (let number = 2; isTaken(keyOf(path)); number += 1) path = `${folder}${base} (${String(number)})${extension}`;
  return path;
}

function keyOf(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

function safeName(name: string): string {
  const { base, extension } = splitName(trimmed(name.normalize('NFC').replace(FORBIDDEN, '_')));
  const short = `${shorten(base, MAX_BYTES - bytesOf(extension)) || '_'}${extension}`;
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Dots at the start hide files, and Windows drops dots and spaces at the end. */
function trimmed(name: string): string {
  return name.replace(/^[.\s]+|[.\s]+$/gu, '');
}

function splitName(name: string): { readonly base: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name.length - dot > MAX_EXTENSION ? { base: name, extension: '' } : { base: name.slice(0, dot), extension: name.slice(dot) };
}

function shorten(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  const kept: string[] = [];
  let room = bytes;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= bytesOf(segment);
    if (room < 0) break;
    kept.push(segment);
  }
  return trimmed(kept.join(''));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
