import ts from 'typescript';
import { parse as parseYaml } from 'yaml';
import { blockFault, type Document } from './documents.ts';

/** Languages of blocks that these checks, or the test of the tutorial, compile, parse or run. */
const CHECKED: ReadonlySet<string> = new Set(['ts', 'tsx', 'diff', 'sh', 'sql', 'json', 'jsonc', 'yaml', 'steps']);

/** Languages of blocks that nothing can check: output of commands, diagrams, and settings of other programs. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'mermaid', 'nginx', 'css']);

const PARSERS: ReadonlyMap<string, (text: string) => void> = new Map([
  ['json', (text) => void JSON.parse(text)],
  ['jsonc', parseJsonWithComments],
  ['yaml', (text) => void parseYaml(text)],
]);

/** Finds blocks in an unknown language, and invalid JSON and YAML. @returns a line for each */
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
