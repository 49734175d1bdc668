import ts from 'typescript';
import type { Catalogue } from './catalogues.ts';
import { eachNode, placeOf, symbolOf, type Sources } from './sources.ts';

/** What the sources ask of the functions that give texts. */
export interface TextUses {
  /** Keys that something asks for, by function. */
  readonly keys: ReadonlyMap<ts.Symbol, ReadonlySet<string>>;
  /** Where a text is asked for while its file is loaded. */
  readonly early: readonly string[];
}

/** Finds every use of every catalogue. A call uses what its key can be; a function that is handed on, what its taker can ask for. */
export function textUses({ checker, files }: Sources, catalogues: readonly Catalogue[]): TextUses {
  const keys = new Map(catalogues.map(({ symbol }) => [symbol, new Set<string>()]));
  const early: string[] = [];
  const take = (node: ts.Node): void => {
    const used = ts.isIdentifier(node) && isValue(node) ? symbolOf(checker, node) : undefined;
    const known = used && keys.get(used);
    if (!known) return;
    const { parent } = node;
    const isCalled = ts.isCallExpression(parent) && parent.expression === node;
    const asked = isCalled && parent.arguments[0] ? checker.getTypeAtLocation(parent.arguments[0]) : takenKey(checker, node);
    for (const key of asked ? valuesOf(checker, asked) : []) known.add(key);
    if (isCalled && isAtModuleLevel(parent)) early.push(placeOf(parent));
  };
  for (const file of files) eachNode(file, take);
  return { keys, early };
}

/** Whether a name is there for its value: not to declare, import or export it, and not as a type. */
function isValue(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === name;
  return !(ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isTypeQueryNode(parent));
}

/** The keys that whoever takes the function can ask it for; all of them where its type says nothing. */
function takenKey(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  if (!ts.isExpression(node)) return undefined;
  const taken = checker.getContextualType(node) ?? checker.getTypeAtLocation(node);
  const [parameter] = checker.getNonNullableType(taken).getCallSignatures()[0]?.getParameters() ?? [];
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
