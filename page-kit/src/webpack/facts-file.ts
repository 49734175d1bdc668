import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import type { PageFacts } from '../contract/page-facts.ts';

/** A `facts.ts` that the build cannot read: it is missing, fails, imports code, or exports no `facts`. */
export class FactsFileError extends Error {
  override readonly name = 'FactsFileError';
}

/**
 * Reads the facts of a page module without building it. The file may import only `definePageFacts` and types.
 * Its shape is checked by the schema of the release, when the build is sealed.
 * @throws {FactsFileError} with what to do about it.
 */
export function readFactsFile(file: string): PageFacts {
  const exported: { facts?: PageFacts } = {};
  try {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    runInNewContext(outputText, { exports: exported, require: requireContract }, { filename: file, timeout: 1000 });
  } catch (cause) {
    throw new FactsFileError(`Cannot read the facts in ${file}: ${String(cause)}`, { cause });
  }
  if (exported.facts === undefined) {
    throw new FactsFileError(`${file} exports no \`facts\`; write \`export const facts = definePageFacts({…})\`.`);
  }
  return exported.facts;
}

function requireContract(request: string): object {
  if (request !== '@atrium/page-kit/contract/page-facts') {
    throw new FactsFileError(`Facts are plain data, but they import ${request}; move that import to module.ts.`);
  }
  return { definePageFacts: (facts: PageFacts) => facts };
}
