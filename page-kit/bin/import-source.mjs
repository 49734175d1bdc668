import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

/** Imports a module of `src`: compiled, as the package has it, or the TypeScript of the repository. */
export async function importSource(name) {
  const compiled = new URL(`../src/${name}.js`, import.meta.url);
  if (existsSync(compiled)) return import(compiled.href);
  // Else the loader would read the tsconfig.json of whatever folder it is run in.
  process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
  const { register } = await import('tsx/esm/api');
  register();
  return import(`../src/${name}.ts`);
}
