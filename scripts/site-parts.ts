import path from 'node:path';

/** Folder of the whole repository. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** A part of the site that is built and released on its own. */
export interface SitePart {
  readonly name: string;
  /** Its folder, with `webpack.config.ts` and the output `dist`. */
  readonly folder: string;
  /** Folders besides its own whose change makes its build stale. */
  readonly standsOn: readonly string[];
}

/** What its build takes from page-kit: the preset, the contract and the components, but not the test kit. */
const pageKit = ['page-kit/src'];

/** Every part, in the order in which they go live: what others need comes first. */
export const SITE_PARTS: readonly SitePart[] = [
  { name: 'shell', folder: 'shell', standsOn: [...pageKit, 'releases/src'] },
  { name: 'auth', folder: 'auth-remote', standsOn: [...pageKit, 'auth-core/src'] },
  { name: 'account', folder: 'pages-remote/account', standsOn: pageKit },
  { name: 'workspace', folder: 'pages-remote/workspace', standsOn: pageKit },
];
