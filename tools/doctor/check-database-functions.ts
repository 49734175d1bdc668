import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { errorCodeOf } from './check-tables.ts';
import { fix, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

/** Functions that visitors who are not signed in may call. */
const OPEN_TO_STRANGERS: ReadonlySet<string> = new Set(['account_is_deleted', 'account_vouch']);

const GRANTS = 'Their grants differ from supabase/migrations: run `supabase db push`, and compare them in the dashboard.';

/** A value for an argument of each type. A text is also a UUID, because the types of TypeScript do not tell them apart. */
const VALUES: Readonly<Record<string, string>> = { string: '00000000-0000-0000-0000-000000000000', number: '0', boolean: 'false', Json: '{}', 'string[]': '{}' };

/** Arguments that are no UUID: times. */
const VALUES_BY_NAME: Readonly<Record<string, string>> = { made: '2000-01-01', until: '2000-01-01' };

/** A function of the database, with a value for each argument. */
interface DatabaseFunction {
  readonly name: string;
  readonly query: string;
}

/**
 * Checks that the functions of the migrations exist, and that only those for strangers can be called without a session. Each is called with
 * GET, which the Data API runs in a read-only transaction.
 *
 * @param typesFile the types that `npm run database-types` generates from the migrations
 */
export async function checkDatabaseFunctions(project: Project, typesFile: string): Promise<Finding> {
  const functions = functionsIn(await readFile(typesFile, 'utf8'));
  try {
    const responses = await Promise.all(
      functions.map(async ({ name, query }) => {
        const response = await askProject(project, `rest/v1/rpc/${name}?${query}`);
        return { name, status: response.status, code: errorCodeOf(response) };
      }),
    );
    const unexpected = responses.find(({ status, code }) => !hasRun(status, code) && code !== '42501' && code !== 'PGRST202');
    if (unexpected) {
      const { status, code } = unexpected;
      return fix('database functions', `The Data API returned an unexpected response (${code === '' ? status : `${status}, ${code}`}).`, 'Check in the dashboard that the Data API is enabled and the project is healthy, and try again in a few minutes.');
    }
    const named = (isWrong: (name: string, code: string) => boolean) => responses.filter(({ name, code }) => isWrong(name, code)).map(({ name }) => name).join(', ');
    const faults = [
      { names: named((_, code) => code === 'PGRST202'), says: 'Missing, or with other arguments', advice: 'Run `supabase link` and `supabase db push`.' },
      { names: named((name, code) => code !== '42501' && code !== 'PGRST202' && !OPEN_TO_STRANGERS.has(name)), says: 'Open to strangers', advice: GRANTS },
      { names: named((name, code) => code === '42501' && OPEN_TO_STRANGERS.has(name)), says: 'Closed, although the pages call it before a log-in', advice: GRANTS },
    ].filter(({ names }) => names !== '');
    if (faults.length > 0) {
      return fix('database functions', faults.map(({ names, says }) => `${says}: ${names}.`).join(' '), [...new Set(faults.map(({ advice }) => advice))].join(' '));
    }
    return ok('database functions', `${functions.length} functions exist, and only ${[...OPEN_TO_STRANGERS].join(' and ')} are open to strangers.`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return fix('database functions', `The Data API could not be checked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}

/** Whether the database has run a function: it returned something, or failed with an SQLSTATE of its own. */
function hasRun(status: number, code: string): boolean {
  return (status >= 200 && status < 300) || (/^[0-9A-Z]{5}$/.test(code) && code !== '42501');
}

/** The functions in the generated types. */
function functionsIn(types: string): readonly DatabaseFunction[] {
  return [...types.matchAll(/^ {6}(\w+): \{\n {8}Args: (?:never|\{ (.*) \});$/gm)].map(([, name = '', args = '']) => ({
    name,
    query: new URLSearchParams(args.split('; ').flatMap((argument) => {
      const [, key, type = ''] = /^(\w+)\??: (.+)$/.exec(argument) ?? [];
      return key === undefined ? [] : [[key, v.parse(v.string(), VALUES_BY_NAME[key] ?? VALUES[type])]];
    })).toString(),
  }));
}
