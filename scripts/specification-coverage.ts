import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './site-parts.ts';

const TABLE = 'docs/specification-coverage.md';

/** A test as the table names it: `[title](../file)`. */
const TEST_LINK = /\[((?:[^\][\\]|\\.)+)\]\(\.\.\/([^)]+)\)/g;

/** Functions that make a test; each can carry `.each`, `.skip` and so on. */
const MAKES_TEST = /^(?:test|it|\w+Test)\b/;

/** Functions that hold tests, and skip all of them when they are skipped. */
const MAKES_GROUP = /^describe\b/;

const SKIPS = /\.(?:skip|fixme|todo)\b|^x/;

/**
 * Checks `docs/specification-coverage.md`: each row names a test at least, and each test that it names is there under
 * that title and runs.
 * @returns a line for each fault; none when the table holds.
 */
export async function checkSpecificationCoverage(): Promise<string[]> {
  const rows = (await readFile(path.join(ROOT, TABLE), 'utf8')).split('\n').filter((line) => /^\| §/.test(line));
  if (rows.length === 0) return [`${TABLE} has no rows.`];
  const titles = new Map<string, ReadonlySet<string>>();
  const faults: string[] = [];
  for (const row of rows) {
    const [, statement = '', tests = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const named = [...tests.matchAll(TEST_LINK)];
    if (named.length === 0) faults.push(`${TABLE}: no test for “${statement}”.`);
    for (const [, title = '', file = ''] of named) {
      if (!titles.has(file)) titles.set(file, await runningTests(file));
      if (!titles.get(file)?.has(title.replaceAll(/\\(.)/g, '$1'))) {
        faults.push(`${TABLE}: ${file} has no test “${title}” that runs.`);
      }
    }
  }
  return faults;
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
