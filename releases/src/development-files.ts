/**
 * Folder of a shell's release with its second build, which development servers load in the place of the first
 * (design §6, Fast Refresh). No visitor loads anything of it.
 */
const developmentFolder = 'development/';

/** The file that names what a document loads of the development build, as `initial` of the manifest does of the other. */
export const developmentListFile = `${developmentFolder}initial.json`;

/** Whether a file of a release is there for development servers only. */
export function isForDevelopment(path: string): boolean {
  return path.startsWith(developmentFolder);
}
