import { checkBlocks } from './check-blocks.ts';
import { checkTests, checkTypes } from './check-code.ts';
import { checkFileNames } from './check-file-names.ts';
import { checkLinks } from './check-links.ts';
import { checkMessages } from './check-messages.ts';
import { checkShell } from './check-shell.ts';
import { checkSql } from './check-sql.ts';
import { createDocumentModules } from './document-modules.ts';
import { readDocuments } from './documents.ts';
import { checkReference } from './reference.ts';

/** Checks README.md, CONTRIBUTING.md and docs: code, commands, links, file names, messages and the generated reference. @returns a line for each fault */
export async function checkDocumentation(): Promise<readonly string[]> {
  const documents = await readDocuments();
  const modules = await createDocumentModules(documents);
  return [
    ...checkBlocks(documents),
    ...(await checkLinks(documents)),
    ...(await checkFileNames(documents)),
    ...(await checkShell(documents)),
    ...(await checkTypes(modules)),
    ...(await checkTests(modules)),
    ...(await checkSql(documents)),
    ...(await checkMessages()),
    ...(await checkReference()),
  ];
}
