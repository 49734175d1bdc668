import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../repository/repository.ts';

const FILE = 'docs/specification.md';

/** A statement and its tests: `- **4.3** Text. Tests: [title](../file), …` */
const STATEMENT = /^- \*\*(\d+\.\d+)\*\* (.*)$/;

/** A test in a statement: `[title](../file)`. */
const TEST_LINK = /\[((?:[^\][\\]|\\.)+)\]\(\.\.\/([^)]+)\)/g;

/** A reference to a statement in a comment: “specification 4.3”. */
const REFERENCE = /\bspecification (\d+(?:\.\d+)?)/gi;

/** Folders whose comments refer to statements. */
const SOURCES = ['auth-core', 'auth-remote', 'credentials-server', 'e2e', 'local-supabase', 'page-kit', 'pages-remote', 'releases', 'shell'];

/** Functions that define a test, also with `.each`, `.skip` and so on. */
const TEST_FUNCTION = /^(?:test|it|\w+Test)\b/;

/** Functions that group tests. A skipped group skips its tests. */
const GROUP_FUNCTION = /^describe\b/;

const SKIPS = /\.(?:skip|fixme|todo)\b|^x/;

/**
 * Checks `docs/specification.md`: each statement names at least one test, each named test exists and is not skipped, and
 * each statement that the code refers to exists.
 * @returns a line for each fault
 */
export async function checkSpecification(): Promise<string[]> {
  const lines = (await readFile(path.join(ROOT, FILE), 'utf8')).split('\n');
  const statements = lines.flatMap((line) => {
    const [, number, text = ''] = STATEMENT.exec(line) ?? [];
    return number === undefined ? [] : { number, text };
  });
  if (statements.length === 0) return [`${FILE} has no statements.`];
  const titles = new Map<string, ReadonlySet<string>>();
  const faults: string[] = [];
  for (const { number, text } of statements) {
    const named = [...text.matchAll(TEST_LINK)];
    if (named.length === 0) faults.push(`${FILE}: statement ${number} names no test.`);
    for (const [, title = '', file = ''] of named) {
      if (!titles.has(file)) titles.set(file, await runningTests(file));
      if (!titles.get(file)?.has(title.replaceAll(/\\(.)/g, '$1'))) {
        faults.push(`${FILE}: statement ${number}: ${file} has no active test “${title}”.`);
      }
    }
  }
  return [...faults, ...(await wrongReferences(new Set(statements.map(({ number }) => number))))];
}

/** Comments and tests that refer to a statement that does not exist, as lines. */
async function wrongReferences(numbers: ReadonlySet<string>): Promise<string[]> {
  const files = await Promise.all(
    SOURCES.map(async (folder) => (await readdir(path.join(ROOT, folder), { recursive: true })).map((file) => path.join(folder, file))),
  );
  const sources = files.flat().filter((file) => /\.tsx?$/.test(file) && !/[\\/](?:node_modules|dist)[\\/]/.test(file));
  const texts = await Promise.all(sources.map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), 'utf8') })));
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(REFERENCE)].flatMap(([, number = '']) =>
      numbers.has(number) ? [] : [`${file} refers to specification ${number}, but ${FILE} has no statement with that number.`],
    ),
  );
}

/** The titles of the tests in a file, without skipped ones. */
async function runningTests(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(source);
      const [title] = node.arguments;
      const isTest = TEST_FUNCTION.test(callee) || GROUP_FUNCTION.test(callee);
      if (isTest && SKIPS.test(callee)) return;
      if (title && TEST_FUNCTION.test(callee) && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.add(ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1, -1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}
