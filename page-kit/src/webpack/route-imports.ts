import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A `module.ts` whose routes the build cannot read. */
export class RouteImportsError extends Error {
  override readonly name = 'RouteImportsError';
}

/**
 * Reads from a `module.ts` which file each route imports, so that the release can say which chunks a path needs and
 * the server can have the browser ask for them at once.
 * @returns request of the dynamic import, keyed by route.
 * @throws {RouteImportsError} when a route is not written as `key: () => import('./file')`.
 */
export function readRouteImports(file: string): Map<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const routes = findRoutesLiteral(source);
  if (!routes) throw new RouteImportsError(`${file} has no \`routes: {…}\` object literal; the build reads it.`);
  return new Map(
    routes.properties.map((property) => {
      const request = ts.isPropertyAssignment(property) && importRequest(property.initializer);
      if (!request) {
        throw new RouteImportsError(`Write the route \`${property.getText(source)}\` in ${file} as \`key: () => import('./file')\`.`);
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
