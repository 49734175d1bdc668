import { existsSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';

/** Imports a module of `src`: compiled, as the package has it, or the TypeScript of the repository. */
export async function importSource(name) {
  const compiled = new URL(`../src/${name}.js`, import.meta.url);
  if (existsSync(compiled)) return import(compiled.href);
  const repository = await import('../../tools/run-source/import-source.mjs');
  return repository.importSource(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)));
}
