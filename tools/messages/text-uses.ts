import ts from 'typescript';
import type { Catalogue } from './catalogues.ts';
import { eachNode, placeOf, symbolOf, type Sources } from './sources.ts';

/** How the sources use the functions that return texts. */
export interface TextUses {
  /** The keys that are used, by function. */
  readonly keys: ReadonlyMap<ts.Symbol, ReadonlySet<string>>;
  /** Places that render a text while their file loads. */
  readonly early: readonly string[];
}

/** Finds every use of every catalogue. A call uses all possible values of its key; a function that is passed on, all keys that the receiver can pass. */
export function textUses({ checker, files }: Sources, catalogues: readonly Catalogue[]): TextUses {
  const keys = new Map(catalogues.map(({ symbol }) => [symbol, new Set<string>()]));
  const early: string[] = [];
  // Looking up the symbol of every name would check the types of all sources.
  const names = new Set(catalogues.map(({ symbol }) => symbol.name));
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && node.propertyName && names.has(node.propertyName.text)) names.add(node.name.text);
    const used = ts.isIdentifier(node) && names.has(node.text) && isValue(node) ? symbolOf(checker, node) : undefined;
    const known = used && keys.get(used);
    if (!known) return;
    const { parent } = node;
    const isCalled = ts.isCallExpression(parent) && parent.expression === node;
    const key = isCalled && parent.arguments[0] ? checker.getTypeAtLocation(parent.arguments[0]) : receivedKey(checker, node);
    for (const value of key ? valuesOf(checker, key) : []) known.add(value);
    if (isCalled && isAtModuleLevel(parent)) early.push(placeOf(parent));
  };
  for (const file of files) eachNode(file, visit);
  return { keys, early };
}

/** Whether a name is used as a value: not in a declaration, import, export or type. */
function isValue(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === name;
  return !(ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isTypeQueryNode(parent));
}

/** The keys that the receiver of the function can pass to it; all keys if the receiver's type does not say. */
function receivedKey(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  if (!ts.isExpression(node)) return undefined;
  const received = checker.getContextualType(node) ?? checker.getTypeAtLocation(node);
  const [parameter] = checker.getNonNullableType(received).getCallSignatures()[0]?.getParameters() ?? [];
  return parameter && checker.getTypeOfSymbolAtLocation(parameter, node);
}

function valuesOf(checker: ts.TypeChecker, type: ts.Type): readonly string[] {
  const known = checker.getBaseConstraintOfType(type) ?? type;
  return (known.isUnion() ? known.types : [known]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
}

function isAtModuleLevel(node: ts.Node): boolean {
  for (let { parent } = node; !ts.isSourceFile(parent); parent = parent.parent) {
    if (ts.isFunctionLike(parent)) return false;
    if (ts.isPropertyDeclaration(parent) && !ts.getModifiers(parent)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) return false;
  }
  return true;
}
