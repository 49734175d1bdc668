import ts from 'typescript';
import { parse as parseYaml } from 'yaml';
import { blockTrouble } from './block-trouble.ts';
import type { Document } from './documents.ts';

const parsers: ReadonlyMap<string, (text: string) => void> = new Map([
  ['json', (text) => void JSON.parse(text)],
  ['jsonc', parseJsonWithComments],
  ['yaml', (text) => void parseYaml(text)],
]);

/** Blocks of JSON and YAML that are none, in lines. */
export function checkData(documents: readonly Document[]): readonly string[] {
  return documents.flatMap((document) =>
    document.blocks.flatMap((block) => {
      try {
        parsers.get(block.language)?.(block.content);
        return [];
      } catch (error) {
        return [blockTrouble(document, block, `this is no ${block.language}: ${error instanceof Error ? error.message : String(error)}`)];
      }
    }),
  );
}

function parseJsonWithComments(text: string): void {
  const { error } = ts.parseConfigFileTextToJson('block.json', text);
  if (error) throw new SyntaxError(ts.flattenDiagnosticMessageText(error.messageText, ' '));
}
