import { access } from 'node:fs/promises';
import path from 'node:path';
import { remoteNameSchema } from '@atrium/releases/identity';
import { routePatternSchema } from '@atrium/releases/page-facts';
import * as v from 'valibot';
import { FactsFileError, readFactsFile } from '../../webpack/facts-file.ts';
import type { LivePages } from '../given/live-pages.ts';
import { CommandError } from '../report/command-error.ts';

/** What of the facts is needed here; all of them are checked when a build is sealed. */
const pagesSchema = v.object({ name: remoteNameSchema, routes: v.record(v.string(), routePatternSchema) });

/** The pages of the module in a folder, as its facts have them now; null where no module is. @throws CommandError */
export async function ownPages(folder: string): Promise<LivePages | null> {
  const file = path.join(folder, 'src/facts.ts');
  try {
    await access(file);
  } catch {
    return null;
  }
  const pages = v.safeParse(pagesSchema, read(file));
  if (pages.success) return pages.output;
  const [{ message }] = pages.issues;
  throw new CommandError('bad-facts', `The facts in ${file} will not do (${v.getDotPath(pages.issues[0]) ?? 'as a whole'}: ${message}). Mend them first.`);
}

function read(file: string): unknown {
  try {
    return readFactsFile(file);
  } catch (error) {
    if (error instanceof FactsFileError) throw new CommandError('bad-facts', error.message, { cause: error });
    throw error;
  }
}
