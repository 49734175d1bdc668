import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './site-parts.ts';

const FILE = 'docs/specification.md';

/** A statement with its tests: `- **4.3** Text. Tests: [title](../file), …` */
const STATEMENT = /^- \*\*(\d+\.\d+)\*\* (.*)$/;

/** A test as a statement names it: `[title](../file)`. */
const TEST_LINK = /\[((?:[^\][\\]|\\.)+)\]\(\.\.\/([^)]+)\)/g;

/** A statement as comments cite it: “specification 4.3”. */
const CITATION = /\bspecification (\d+(?:\.\d+)?)/gi;

/** Folders whose comments cite statements. */
const CITING = ['auth-core', 'auth-remote', 'credentials-server', 'e2e', 'local-supabase', 'page-kit', 'pages-remote', 'releases', 'shell'];

/** Functions that make a test; each can carry `.each`, `.skip` and so on. */
const MAKES_TEST = /^(?:test|it|\w+Test)\b/;

/** Functions that hold tests, and skip all of them when they are skipped. */
const MAKES_GROUP = /^describe\b/;

const SKIPS = /\.(?:skip|fixme|todo)\b|^x/;

/**
 * Checks `docs/specification.md`: each statement names at least one test, each test that it names exists under that title
 * and runs, and each number that the code cites exists.
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
        faults.push(`${FILE}: statement ${number}: ${file} has no test “${title}” that runs.`);
      }
    }
  }
  return [...faults, ...(await wrongCitations(new Set(statements.map(({ number }) => number))))];
}

/** Comments and tests that cite a statement by a number that does not exist. */
async function wrongCitations(numbers: ReadonlySet<string>): Promise<string[]> {
  const files = await Promise.all(
    CITING.map(async (folder) => (await readdir(path.join(ROOT, folder), { recursive: true })).map((file) => path.join(folder, file))),
  );
  const sources = files.flat().filter((file) => /\.tsx?$/.test(file) && !/[\\/](?:node_modules|dist)[\\/]/.test(file));
  const texts = await Promise.all(sources.map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), 'utf8') })));
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(CITATION)].flatMap(([, number = '']) =>
      numbers.has(number) ? [] : [`${file} cites specification ${number}, but ${FILE} has no statement of that number.`],
    ),
  );
}

/** Titles of the tests in a file, as they are written there, without those that are skipped. */
async function runningTests(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(source);
      const [title] = node.arguments;
      const makes = MAKES_TEST.test(callee) || MAKES_GROUP.test(callee);
      if (makes && SKIPS.test(callee)) return;
      if (title && MAKES_TEST.test(callee) && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.add(ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1, -1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}
