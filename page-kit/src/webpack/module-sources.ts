import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import type { ModuleManifest } from '../contract/module-manifest.ts';

/** The `manifest.ts` or `module.ts` of a page module is invalid. The message says what to change. */
export class ModuleSourceError extends Error {
  override readonly name = 'ModuleSourceError';
}

/**
 * Reads the manifest of a page module without building it. The file may import only `defineModuleManifest` and types.
 * Sealing a build checks the manifest against the schema of releases.
 *
 * @throws ModuleSourceError if the file is missing, throws, imports code, or does not export `manifest`
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
    throw new ModuleSourceError(`Cannot read the module manifest in ${file}: ${String(cause)}`, { cause });
  }
  if (exported.manifest === undefined) {
    throw new ModuleSourceError(`${file} does not export \`manifest\`; write \`export const manifest = defineModuleManifest({…})\`.`);
  }
  return exported.manifest;
}

function requireContract(request: string): object {
  if (request !== '@atrium/page-kit/contract/module-manifest') {
    throw new ModuleSourceError(`A module manifest is plain data, but this one imports ${request}; move that import to module.ts.`);
  }
  return { defineModuleManifest: (manifest: ModuleManifest) => manifest };
}

/** The request of each dynamic import in a `module.ts`, by key. */
export interface LoaderImports {
  readonly routes: ReadonlyMap<string, string>;
  readonly extensions: ReadonlyMap<string, string>;
  readonly commands: ReadonlyMap<string, string>;
  readonly search: ReadonlyMap<string, string>;
}

/**
 * Reads from a `module.ts` which file each route, extension, command and search provider imports. The release lists the chunks
 * of each route, so that the server can preload them.
 *
 * @throws ModuleSourceError if one is not written as `key: () => import('./file')`
 */
export function readLoaderImports(file: string): LoaderImports {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const code = findCodeLiteral(source);
  if (!code) throw new ModuleSourceError(`${file} needs an object literal \`routes: {…}\`, which the build reads.`);
  return {
    routes: importsOf(code, 'routes', 'route'),
    extensions: importsOf(code, 'extensions', 'extension'),
    commands: importsOf(code, 'commands', 'command'),
    search: importsOf(code, 'search', 'search provider'),
  };
}

/** The object literal that has the property `routes` with an object literal: the second argument of `definePageModule`. */
function findCodeLiteral(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const routes = node.properties.find(({ name }) => name?.getText() === 'routes');
    if (routes && ts.isPropertyAssignment(routes) && ts.isObjectLiteralExpression(routes.initializer)) return node;
  }
  return ts.forEachChild(node, findCodeLiteral);
}

function importsOf(code: ts.ObjectLiteralExpression, property: keyof LoaderImports, what: string): Map<string, string> {
  const file = code.getSourceFile().fileName;
  const declared = code.properties.find(({ name }) => name?.getText() === property);
  if (!declared) return new Map();
  if (!ts.isPropertyAssignment(declared) || !ts.isObjectLiteralExpression(declared.initializer)) {
    throw new ModuleSourceError(`Write \`${property}\` in ${file} as an object literal \`${property}: {…}\`, which the build reads.`);
  }
  return new Map(
    declared.initializer.properties.map((entry) => {
      const request = ts.isPropertyAssignment(entry) && importRequest(entry.initializer);
      if (!request) throw new ModuleSourceError(`Write the ${what} \`${entry.getText()}\` in ${file} as \`key: () => import('./file')\`.`);
      return [entry.name.getText().replace(/^['"]|['"]$/g, ''), request];
    }),
  );
}

function importRequest(loader: ts.Expression): string | undefined {
  if (!ts.isArrowFunction(loader) || !ts.isCallExpression(loader.body)) return undefined;
  const { expression, arguments: [request] } = loader.body;
  if (expression.kind !== ts.SyntaxKind.ImportKeyword || !request || !ts.isStringLiteral(request)) return undefined;
  return request.text;
}
