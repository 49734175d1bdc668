import { existsSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';

/** Imports a module of `src`: the compiled file of the package, or the TypeScript file of the repository. */
export async function importSource(name) {
  const compiled = new URL(`../src/${name}.js`, import.meta.url);
  if (existsSync(compiled)) return import(compiled.href);
  // The package does not contain the repository's loader.
  const loader = new URL('../../tools/run-source/import-source.mjs', import.meta.url);
  const repository = await import(loader.href);
  return repository.importSource(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)));
}
