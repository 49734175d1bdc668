import { checkData } from './check-data.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkMessages } from './check-messages.ts';
import { checkShell } from './check-shell.ts';
import { checkSql } from './check-sql.ts';
import { checkTests } from './check-tests.ts';
import { checkTypes } from './check-types.ts';
import { readDocuments } from './documents.ts';
import { modulesAround } from './module-around.ts';
import { checkReference } from './reference.ts';

/** What is not true in README.md and docs, in lines: code, commands, links, messages, the generated reference. */
export async function checkDocumentation(): Promise<readonly string[]> {
  const documents = await readDocuments();
  const modules = await modulesAround(documents);
  return [
    ...checkLanguages(documents),
    ...checkData(documents),
    ...(await checkLinks(documents)),
    ...(await checkShell(documents)),
    ...(await checkTypes(modules)),
    ...(await checkTests(modules)),
    ...(await checkSql(documents)),
    ...(await checkMessages()),
    ...(await checkReference()),
  ];
}
