import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import type { ModuleManifest } from '../contract/module-manifest.ts';

/** A `manifest.ts` that the build cannot read: it is missing, throws, imports code, or does not export `manifest`. */
export class ModuleManifestFileError extends Error {
  override readonly name = 'ModuleManifestFileError';
}

/**
 * Reads the manifest of a page module without building it. The file may import only `defineModuleManifest` and types.
 * Sealing the build checks the shape of the data.
 * @throws {ModuleManifestFileError} with a message that says what to do
 */
export function readModuleManifestFile(file: string): ModuleManifest {
  const exported: { manifest?: ModuleManifest } = {};
  try {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    runInNewContext(outputText, { exports: exported, require: requireContract }, { filename: file, timeout: 1000 });
  } catch (cause) {
    throw new ModuleManifestFileError(`Cannot read the module manifest in ${file}: ${String(cause)}`, { cause });
  }
  if (exported.manifest === undefined) {
    throw new ModuleManifestFileError(`${file} does not export \`manifest\`; write \`export const manifest = defineModuleManifest({…})\`.`);
  }
  return exported.manifest;
}

function requireContract(request: string): object {
  if (request !== '@atrium/page-kit/contract/module-manifest') {
    throw new ModuleManifestFileError(`A module manifest is plain data, but this one imports ${request}; move that import to module.ts.`);
  }
  return { defineModuleManifest: (manifest: ModuleManifest) => manifest };
}
