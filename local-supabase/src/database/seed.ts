import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { StartError } from '../options/start-error.ts';
import type { Database } from './database.ts';

/** Fills a database with the SQL of a file, once in its life. @throws StartError; nothing of the file remains then. */
export async function runSeed(database: Database, file: string): Promise<void> {
  let sql: string;
  try {
    sql = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`Cannot read the seed ${file}. Check --seed.`, { cause });
  }
  if (await database.first(v.object({ name: v.string() }), 'select name from local_supabase.seeds limit 1')) return;
  try {
    await database.script(sql, async (queries) => {
      await queries.run('insert into local_supabase.seeds (name) values ($1)', ['seed']);
    });
  } catch (cause) {
    throw new StartError(`The seed ${file} failed: ${cause instanceof Error ? cause.message : String(cause)}. Correct it and start again.`, { cause });
  }
}
