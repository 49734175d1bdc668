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

/**
 * Reads from a `module.ts` which file each route imports, so that the release can list the chunks of each path and the server
 * can preload them.
 *
 * @returns the request of the dynamic import, by route
 * @throws ModuleSourceError if a route is not written as `key: () => import('./file')`
 */
export function readRouteImports(file: string): Map<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const routes = findRoutesLiteral(source);
  if (!routes) throw new ModuleSourceError(`${file} needs an object literal \`routes: {…}\`, which the build reads.`);
  return new Map(
    routes.properties.map((property) => {
      const request = ts.isPropertyAssignment(property) && importRequest(property.initializer);
      if (!request) {
        throw new ModuleSourceError(`Write the route \`${property.getText(source)}\` in ${file} as \`key: () => import('./file')\`.`);
      }
      return [property.name.getText(source).replace(/^['"]|['"]$/g, ''), request];
    }),
  );
}

function findRoutesLiteral(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'routes' && ts.isObjectLiteralExpression(node.initializer)) {
    return node.initializer;
  }
  return ts.forEachChild(node, findRoutesLiteral);
}

function importRequest(loader: ts.Expression): string | undefined {
  if (!ts.isArrowFunction(loader) || !ts.isCallExpression(loader.body)) return undefined;
  const { expression, arguments: [request] } = loader.body;
  if (expression.kind !== ts.SyntaxKind.ImportKeyword || !request || !ts.isStringLiteral(request)) return undefined;
  return request.text;
}
