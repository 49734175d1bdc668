import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

/**
 * Checks that every function of a folder is deployed.
 *
 * @param folder contains a folder for each function, as for the Supabase CLI; names that start with `_` are shared code
 * @param checkedElsewhere names of functions to skip
 * @returns no findings if the folder does not exist
 */
export async function checkFunctions(project: Project, folder: string, checkedElsewhere: readonly string[] = []): Promise<Finding[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && /^[A-Za-z]/.test(entry.name)).map(({ name }) => name);
  return Promise.all(names.filter((name) => !checkedElsewhere.includes(name)).map((name) => checkFunction(project, name)));
}

async function checkFunction(project: Project, name: string): Promise<Finding> {
  try {
    // A preflight, because any other request would run the function.
    const { status } = await askProject(project, `functions/v1/${name}`, { method: 'OPTIONS' });
    if (status === 404) return note('functions', `${name} is not deployed.`, `Run \`supabase functions deploy ${name}\`.`);
    if (status >= 500) return note('functions', `${name} does not start, or fails (${status}).`, 'Read its log in the dashboard.');
    return ok('functions', `${name} responds.`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return note('functions', `${name} could not be checked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}
