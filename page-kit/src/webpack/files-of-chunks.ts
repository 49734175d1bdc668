import type { Chunk } from 'webpack';

/** Files that the browser needs before a piece of code can run, in the order in which they are to be loaded. */
export interface RequiredFiles {
  readonly scripts: string[];
  readonly styles: string[];
}

/** The scripts and style sheets of some chunks; what a development server adds to replace code is none of them. */
export function filesOfChunks(chunks: readonly Chunk[]): RequiredFiles {
  const files = [...new Set(chunks.flatMap((chunk) => [...chunk.files]))];
  return {
    scripts: files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
}
