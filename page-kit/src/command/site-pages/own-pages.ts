import { access } from 'node:fs/promises';
import path from 'node:path';
import { FactsFileError, readFactsFile } from '../../webpack/facts-file.ts';
import type { LivePages } from '../given/live-pages.ts';
import { CommandError } from '../report/command-error.ts';

/** The pages of the module in a folder, as its facts have them now; null where no module is. @throws CommandError */
export async function ownPages(folder: string): Promise<LivePages | null> {
  const file = path.join(folder, 'src/facts.ts');
  try {
    await access(file);
  } catch {
    return null;
  }
  try {
    return readFactsFile(file);
  } catch (error) {
    if (error instanceof FactsFileError) throw new CommandError('bad-facts', error.message, { cause: error });
    throw error;
  }
}
