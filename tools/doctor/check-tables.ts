import * as v from 'valibot';
import { fix, note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project, type ProjectResponse } from './project.ts';

/** The tables that `supabase/migrations` creates for the pages. */
export const TABLES = [
  'account_profiles',
  'workspace_attachments',
  'workspace_boards',
  'workspace_channels',
  'workspace_favourites',
  'workspace_invitations',
  'workspace_members',
  'workspace_notes',
];

/** An error of the Data API, by its code (https://docs.postgrest.org/en/stable/references/errors.html). */
const errorSchema = v.object({ code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{5,8}$/)) });

/** The code of an error of the Data API; empty for any other response. */
export function errorCodeOf({ body }: Pick<ProjectResponse, 'body'>): string {
  const error = v.safeParse(errorSchema, body);
  return error.success ? error.output.code : '';
}

/** Checks that the migrations are applied, and that they refuse visitors who are not signed in. */
export async function checkTables(project: Project): Promise<Finding> {
  const findings = await Promise.all(TABLES.map((table) => checkTable(project, table)));
  const faults = findings.filter(({ level }) => level !== 'ok');
  if (faults.length === 0) return ok('tables', `${TABLES.join(', ')} exist and are closed to strangers.`);
  const distinct = (texts: readonly string[]) => [...new Set(texts)].join(' ');
  return fix('tables', distinct(faults.map(({ found }) => found)), distinct(faults.map(({ advice }) => advice)));
}

async function checkTable(project: Project, table: string): Promise<Finding> {
  try {
    return findingFor(table, await askProject(project, `rest/v1/${table}?limit=1`));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return fix('tables', `The Data API could not be checked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}

function findingFor(table: string, { status, body }: ProjectResponse): Finding {
  if (status === 200 && Array.isArray(body)) {
    return fix(
      'tables',
      body.length > 0 ? `Strangers can read rows of ${table}.` : `Strangers can query ${table}; this time the result was empty.`,
      'Its row-level security or grants differ from supabase/migrations: run `supabase db push`, and compare them in the dashboard.',
    );
  }
  const code = errorCodeOf({ body });
  switch (code) {
    case '42501': // insufficient_privilege
      return ok('tables', `${table} exists and is closed to strangers.`);
    case '42P01': // undefined_table, before PostgREST 12
    case 'PGRST205':
      return fix('tables', `${table} is missing.`, 'Run `supabase link` and `supabase db push`.');
    case 'PGRST106':
      return fix('tables', 'The Data API does not expose the schema public.', 'Run `supabase config push` (schemas under [api] in supabase/config.toml).');
    default:
      return fix(
        'tables',
        `The Data API returned an unexpected response (${code === '' ? status : `${status}, ${code}`}).`,
        'Check in the dashboard that the Data API is enabled and the project is healthy, and try again in a few minutes.',
      );
  }
}

/**
 * Notes that a public key does not show the policy that requires a second factor (`aal2`) for notes: the grants refuse a
 * visitor who is not signed in before Postgres evaluates any policy.
 *
 * @param tables the finding about the tables; without them there is nothing to note
 */
export function checkSecondFactor(tables: Finding): Finding[] {
  if (tables.level !== 'ok') return [];
  return [
    note(
      'two-step verification',
      'A public key does not show whether notes require the code of people who use two-step verification.',
      'Look for the policy workspace_notes_second_factor in the dashboard, or run `supabase migration list`; `supabase db push` creates it.',
    ),
  ];
}
