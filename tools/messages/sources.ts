import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../repository/repository.ts';

/** The sources of a remote, with their type checker. */
export interface Sources {
  readonly checker: ts.TypeChecker;
  /** Without tests and declarations. */
  readonly files: readonly ts.SourceFile[];
}

/**
 * Reads the sources below some folders.
 *
 * @param folders relative to the root folder, with slashes
 */
export function sourcesOf(program: ts.Program, folders: readonly string[]): Sources {
  const within = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`)) && !/(^|\/)(test|node_modules)\//.test(file);
  const files = program.getSourceFiles().filter((file) => !file.isDeclarationFile && within(nameOf(file)));
  return { checker: program.getTypeChecker(), files };
}

/** Calls a function with a node and every node below it. */
export function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => eachNode(child, visit));
}

/** The place of a node: `shell/src/site.tsx:12`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${nameOf(file)}:${String(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)}`;
}

/** The symbol of a name, also if another file declares it. */
export function symbolOf(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const { parent } = name;
  const symbol = ts.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The object literal of an expression, or of the constant that it names. */
export function objectOf(checker: ts.TypeChecker, expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  if (!expression) return undefined;
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) return objectOf(checker, expression.expression);
  if (!ts.isIdentifier(expression)) return undefined;
  const declaration = symbolOf(checker, expression)?.valueDeclaration;
  return declaration && ts.isVariableDeclaration(declaration) ? objectOf(checker, declaration.initializer) : undefined;
}

/** The properties of an object, by name. */
export function propertiesOf(object: ts.ObjectLiteralExpression): ReadonlyMap<string, ts.Expression> {
  return new Map(
    object.properties.flatMap((property): [string, ts.Expression][] => {
      const { name } = property;
      if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return [];
      if (ts.isShorthandPropertyAssignment(property)) return [[name.text, property.name]];
      return ts.isPropertyAssignment(property) ? [[name.text, property.initializer]] : [];
    }),
  );
}

function nameOf(file: ts.SourceFile): string {
  return path.relative(ROOT, file.fileName).replaceAll(path.sep, '/');
}
