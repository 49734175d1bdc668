/** Environment variables by which `npm run screens` tells the Playwright run what to take. */
const FOLDER = 'ATRIUM_SCREENS_FOLDER';
const ONLY = 'ATRIUM_SCREENS_ONLY';

/** What a picture shows. */
interface PictureSubject {
  /** Name of the screen. */
  readonly screen: string;
  readonly language: string;
  readonly theme: string;
  /** Width of the window, in pixels. */
  readonly width: number;
}

/** The file name of a picture: `log-in.de.dark.390.png`. */
export function pictureFile({ screen, language, theme, width }: PictureSubject): string {
  return `${screen}.${language}.${theme}.${String(width)}.png`;
}

/** The name of the screen that a picture's file shows. */
export function screenOf(file: string): string {
  return file.split('.')[0] ?? file;
}

/** Which pictures to take, and the folder for them. */
interface PictureOrder {
  readonly folder: string;
  /** Names of the screens; empty for all. */
  readonly only: readonly string[];
}

/** An order as the environment variables that {@link picturesTaken} reads. */
export function orderEnvironment({ folder, only }: PictureOrder): Readonly<Record<string, string>> {
  return { [FOLDER]: folder, [ONLY]: only.join(',') };
}

/** The order that this run was started with. @throws Error when `npm run screens` did not start the run */
export function picturesTaken(): PictureOrder {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error('There is no folder for the pictures. Take them with `npm run screens`.');
  return { folder, only: (process.env[ONLY] ?? '').split(',').filter((name) => name !== '') };
}
