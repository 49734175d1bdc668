import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { askProject, NoAnswerError } from './ask-project.ts';
import { note, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/**
 * Whether every function of a folder has been deployed. Finds nothing where there is no function.
 *
 * @param folder holds a folder for each function, as the Supabase CLI has it; one with `_` before its name is shared code
 * @param checkedElsewhere names of functions that are left out
 */
export async function checkFunctions(project: Project, folder: string, checkedElsewhere: readonly string[] = []): Promise<Finding[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && /^[A-Za-z]/.test(entry.name)).map(({ name }) => name);
  return Promise.all(names.filter((name) => !checkedElsewhere.includes(name)).map((name) => checkFunction(project, name)));
}

async function checkFunction(project: Project, name: string): Promise<Finding> {
  try {
    // A preflight: any other request would have the function do its work.
    const { status } = await askProject(project, `functions/v1/${name}`, { method: 'OPTIONS' });
    if (status === 404) return note('functions', `${name} is not deployed.`, `Run \`supabase functions deploy ${name}\`.`);
    if (status >= 500) return note('functions', `${name} does not start, or fails (${status}).`, 'See its log in the dashboard.');
    return ok('functions', `${name} answers.`);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return note('functions', `${name} cannot be asked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}
