import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as v from 'valibot';
import { parse as parseYaml } from 'yaml';
import { ROOT } from '../repository/repository.ts';
import { blockFault, type Document } from './documents.ts';

/** Languages of blocks that these checks, or the test of the tutorial, compile, parse or run. */
const CHECKED: ReadonlySet<string> = new Set(['ts', 'tsx', 'diff', 'sh', 'sql', 'json', 'jsonc', 'yaml', 'steps']);

/** Languages of blocks that nothing can check: output of commands, diagrams, and settings of other programs. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'mermaid', 'nginx', 'css']);

const PARSERS: ReadonlyMap<string, (text: string) => void> = new Map([
  ['json', (text) => requireCurrentVersions(JSON.parse(text))],
  ['jsonc', parseJsonWithComments],
  ['yaml', (text) => void parseYaml(text)],
]);

/** Finds blocks in an unknown language, invalid JSON and YAML, and packages whose versions are not those of page-kit. @returns a line for each */
export function checkBlocks(documents: readonly Document[]): readonly string[] {
  return documents.flatMap((document) =>
    document.blocks.flatMap((block) => {
      const { language, content } = block;
      if (!CHECKED.has(language) && !SHOWN.has(language)) return [blockFault(document, block, `no check exists for the language "${language}". Use one that is checked`)];
      try {
        PARSERS.get(language)?.(content);
        return [];
      } catch (error) {
        return [blockFault(document, block, `invalid ${language}: ${error instanceof Error ? error.message : String(error)}`)];
      }
    }),
  );
}

function parseJsonWithComments(text: string): void {
  const { error } = ts.parseConfigFileTextToJson('block.json', text);
  if (error) throw new SyntaxError(ts.flattenDiagnosticMessageText(error.messageText, ' '));
}

const ranges = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({ version: v.optional(v.string()), dependencies: ranges, devDependencies: ranges, peerDependencies: ranges });

/** @throws SyntaxError if a `package.json` names another version of a package than page-kit depends on, or another major version of page-kit */
function requireCurrentVersions(shown: unknown): void {
  const given = v.safeParse(packageSchema, shown);
  if (!given.success) return;
  const kit = v.parse(packageSchema, JSON.parse(readFileSync(path.join(ROOT, 'page-kit/package.json'), 'utf8')));
  const current: Readonly<Record<string, string>> = { ...kit.devDependencies, ...kit.dependencies, ...kit.peerDependencies, '@atrium/page-kit': `^${(kit.version ?? '').replace(/\..*$/, '')}.0.0` };
  const { dependencies, devDependencies, peerDependencies } = given.output;
  for (const [name, range] of [dependencies, devDependencies, peerDependencies].flatMap((group) => Object.entries(group))) {
    const expected = current[name];
    if (expected !== undefined && range !== expected) throw new SyntaxError(`${name} has the version ${range}. Write ${expected}`);
  }
}
