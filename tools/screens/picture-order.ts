/** What is asked of the run that takes pictures, which Playwright starts: by environment variables. */
const FOLDER = 'ATRIUM_SCREENS_FOLDER';
const ONLY = 'ATRIUM_SCREENS_ONLY';

/** Which pictures to take, and where to put them. */
export interface PictureOrder {
  readonly folder: string;
  /** Names of the screens; none for all. */
  readonly only: readonly string[];
}

/** The order as the variables that {@link picturesTaken} reads. */
export function orderEnvironment({ folder, only }: PictureOrder): Readonly<Record<string, string>> {
  return { [FOLDER]: folder, [ONLY]: only.join(',') };
}

/** What this run was asked for. */
export function picturesTaken(): PictureOrder {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error('Nobody said where the pictures go: take them with `npm run screens`.');
  return { folder, only: (process.env[ONLY] ?? '').split(',').filter((name) => name !== '') };
}
