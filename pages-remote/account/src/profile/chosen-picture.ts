import { useRef, useState } from 'react';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** The maximum size of a file in the bucket (supabase/migrations, `account-avatars`). */
export const MAX_PICTURE_MEGABYTES = 2;

/** The formats that the bucket accepts, with the first bytes of their files; a dot stands for any byte. */
const FORMATS = [
  { type: 'image/png', extension: 'png', start: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', extension: 'jpg', start: '\xff\xd8\xff' },
  { type: 'image/webp', extension: 'webp', start: 'RIFF....WEBP' },
] as const;

/** The accepted media types, for the `accept` attribute of a file input. */
export const PICTURE_TYPES = FORMATS.map(({ type }) => type).join(',');

/** How much of a file is read to detect its format, in characters of base64. */
const START_LENGTH = 1024;

/** A file that the bucket accepts. */
export interface Picture {
  readonly file: File;
  readonly type: string;
  /** The file extension, without a dot. */
  readonly extension: string;
  /** A data URL of the whole file, to show it before the upload. */
  readonly preview: string;
}

/** Why a file cannot be used; `broken` when it cannot be read or displayed. */
type FileError = 'tooLarge' | 'drawing' | 'type' | 'broken';

/** The file that the user chose and that is not saved yet. */
export interface ChosenPicture {
  /** Null when no file is chosen, or when it cannot be used. */
  readonly picture: Picture | null;
  readonly error: FileError | null;
  /** Size of the file, in bytes. */
  readonly size: number;
}

const NONE: ChosenPicture = { picture: null, error: null, size: 0 };

/** Checks a file as soon as it is chosen. */
export function useChosenPicture(): ChosenPicture & {
  readonly choose: (file: File | undefined) => Promise<void>;
  /** Call this when the browser fails to display the picture. */
  readonly markBroken: () => void;
} {
  const [chosen, setChosen] = useState(NONE);
  const latest = useRef<File | undefined>(undefined);
  return {
    ...chosen,
    async choose(file) {
      latest.current = file;
      // Immediately: otherwise the previous picture would be stored while the new one is read.
      setChosen(NONE);
      if (!file) return;
      const checked = await checkPicture(file);
      // Meanwhile, the user can have chosen another file.
      if (latest.current !== file) return;
      const result = typeof checked === 'string' ? { picture: null, error: checked } : { picture: checked, error: null };
      setChosen({ ...result, size: file.size });
    },
    markBroken() {
      setChosen({ ...NONE, error: 'broken' });
    },
  };
}

/** Checks a file before the upload, by its first bytes: its name and the type that the system reports can be wrong. */
async function checkPicture(file: File): Promise<Picture | FileError> {
  if (file.size > MAX_PICTURE_MEGABYTES * MEGABYTE) return 'tooLarge';
  const content = await readBase64(file);
  if (content === null) return 'broken';
  const start = atob(content.slice(0, START_LENGTH));
  const format = FORMATS.find((candidate) => startsWith(start, candidate.start));
  if (format) return { file, type: format.type, extension: format.extension, preview: `data:${format.type};base64,${content}` };
  return file.type === 'image/svg+xml' || /<svg[\s>]/i.test(start) ? 'drawing' : 'type';
}

function startsWith(content: string, pattern: string): boolean {
  return content.length >= pattern.length && [...pattern].every((byte, index) => byte === '.' || byte === content[index]);
}

/** The content of a file; null when the browser cannot read it, for example because it was moved. */
function readBase64(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => {
      resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null);
    };
    reader.readAsDataURL(file);
  });
}
