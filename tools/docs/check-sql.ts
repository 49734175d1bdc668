import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import { ServiceProcess } from '../start/service-process.ts';
import { StartError } from '../start/start-error.ts';
import { moduleMigrations } from './document-modules.ts';
import type { Document } from './documents.ts';

/**
 * Runs the documents' SQL in the embedded backend, as migrations in the order of the documents, after the migrations of the
 * site and of a new module. Call `createDocumentModules` first.
 * @returns the first error, if there is one
 */
export async function checkSql(documents: readonly Document[]): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-documentation-'));
  try {
    const blocks = documents.flatMap(({ file, blocks }) =>
      blocks.filter(({ language }) => language === 'sql').map(({ line, content }) => ({ name: `${file.replaceAll(/\W+/g, '-')}-line-${line}`, content })),
    );
    const migrations = [...(await moduleMigrations()).map((content) => ({ name: 'new-module', content })), ...blocks];
    for (const [index, { name, content }] of migrations.entries()) {
      // After the migrations of the site, whose names start with a date.
      await writeFile(path.join(folder, `9999${String(index).padStart(10, '0')}_${name}.sql`), content);
    }
    return await startFaults(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startFaults(migrations: string): Promise<readonly string[]> {
  const backend = new ServiceProcess('The embedded backend', path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), [
    'start', '--memory', '--port', '0', '--inbox-port', '0', '--migrations', path.join(ROOT, 'supabase/migrations'), '--migrations', migrations,
  ], process.env);
  try {
    await backend.ready;
    return [];
  } catch (error) {
    if (error instanceof StartError) return [error.message];
    throw error;
  } finally {
    await backend.stop();
  }
}
