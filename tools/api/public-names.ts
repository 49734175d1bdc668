import ts from 'typescript';

/** The names of an entry point: its exports, and as `Name.member` the members of exported interfaces and classes, including inherited ones. */
export interface PublicNames {
  readonly names: readonly string[];
  /** The names that are marked `@deprecated`. */
  readonly deprecated: readonly string[];
}

/** Reads the names from a report of api-extractor, which is TypeScript in Markdown. */
export function publicNames(report: string): PublicNames {
  const code = /^```ts\n(.*?)^```/ms.exec(report)?.[1] ?? '';
  const file = ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true);
  const bases = new Map(file.statements.filter(isShape).map((shape) => [shape.name?.text, shape]));
  const found = file.statements.filter(isExported).flatMap((statement) => namesOf(statement, bases));
  const names = found.map(({ name }) => name);
  return { names: distinct(names), deprecated: distinct(found.filter(({ node }) => isDeprecated(node)).map(({ name }) => name)) };
}

/** The file name of the report about an entry point, such as `contract-auth.api.md` for `contract/auth`. */
export function reportFile(subpath: string): string {
  return `${subpath.replaceAll('/', '-')}.api.md`;
}

interface Named {
  readonly name: string;
  readonly node: ts.Node;
}

type Shape = ts.InterfaceDeclaration | ts.ClassDeclaration;
type Bases = ReadonlyMap<string | undefined, Shape>;

function isShape(statement: ts.Statement): statement is Shape {
  return ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement);
}

function membersOf(shape: Shape, bases: Bases): readonly ts.NamedDeclaration[] {
  const inherited = (shape.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => bases.get(expression.getText())));
  return [...shape.members, ...inherited.flatMap((base) => (base && base !== shape ? membersOf(base, bases) : []))];
}

function namesOf(statement: ts.Statement, bases: Bases): readonly Named[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => ({ name: name.text, node: statement })) : [];
  }
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => ({ name: name.getText(), node: statement }));
  }
  if (isShape(statement)) {
    const own = statement.name?.text ?? 'default';
    return [{ name: own, node: statement }, ...membersOf(statement, bases).flatMap((node) => (node.name ? [{ name: `${own}.${node.name.getText()}`, node }] : []))];
  }
  if (ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    return [{ name: statement.name?.text ?? 'default', node: statement }];
  }
  return [];
}

function isExported(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement)) return true;
  return ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** Whether a declaration is deprecated: api-extractor writes its tags into a comment before it. */
function isDeprecated(node: ts.Node): boolean {
  return node.getFullText().slice(0, node.getLeadingTriviaWidth()).includes('@deprecated');
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
