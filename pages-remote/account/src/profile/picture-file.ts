/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** The most that the bucket takes (supabase/migrations, `account-avatars`). */
export const PICTURE_MEGABYTES = 2;

/** What the bucket takes, by the first bytes of such files; a dot stands for any byte. */
const kinds = [
  { type: 'image/png', ending: 'png', start: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', ending: 'jpg', start: '\xff\xd8\xff' },
  { type: 'image/webp', ending: 'webp', start: 'RIFF....WEBP' },
] as const;

/** Media types of {@link kinds}, for the dialog in which people choose a file. */
export const PICTURE_TYPES = kinds.map(({ type }) => type).join(',');

/** How much of a file is looked at to know its kind, in characters of base64. */
const START_LENGTH = 1024;

/** A file that the bucket will take. */
export interface Picture {
  readonly file: File;
  readonly type: string;
  /** End of a name for it, without a dot. */
  readonly ending: string;
  /** Data address with all of it, to show it before it is sent. */
  readonly preview: string;
}

/** What is wrong with a file; `broken`: it cannot be read, or not be shown. */
export type FileFault = 'tooLarge' | 'drawing' | 'type' | 'broken';

/** Looks at a file before it is sent. By its first bytes: the name and the type that the system knows can say anything. */
export async function checkPicture(file: File): Promise<Picture | FileFault> {
  if (file.size > PICTURE_MEGABYTES * MEGABYTE) return 'tooLarge';
  const content = await readBase64(file);
  if (content === null) return 'broken';
  const start = atob(content.slice(0, START_LENGTH));
  const kind = kinds.find((candidate) => isStart(candidate.start, start));
  if (kind) return { file, type: kind.type, ending: kind.ending, preview: `data:${kind.type};base64,${content}` };
  return file.type === 'image/svg+xml' || /<svg[\s>]/i.test(start) ? 'drawing' : 'type';
}

function isStart(wanted: string, start: string): boolean {
  return start.length >= wanted.length && [...wanted].every((byte, index) => byte === '.' || byte === start[index]);
}

/** All of a file; null where the browser cannot read it, as when it was moved since. */
function readBase64(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => {
      resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null);
    };
    reader.readAsDataURL(file);
  });
}
