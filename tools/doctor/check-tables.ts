import * as v from 'valibot';
import { askProject, NoAnswerError, type Answer } from './ask-project.ts';
import { mend, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** The tables that `supabase/migrations` makes for the pages. */
export const TABLES = [
  'account_profiles',
  'workspace_attachments',
  'workspace_boards',
  'workspace_channels',
  'workspace_invitations',
  'workspace_members',
  'workspace_notes',
];

/** An error of the Data API, by its code (https://docs.postgrest.org/en/stable/references/errors.html). */
const errorSchema = v.object({ code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{5,8}$/)) });

/** Whether the migrations have been applied, and keep strangers out: what a visitor who is not signed in gets must be a refusal. */
export async function checkTables(project: Project): Promise<Finding> {
  const findings = await Promise.all(TABLES.map((table) => checkTable(project, table)));
  const toMend = findings.filter(({ level }) => level !== 'ok');
  if (toMend.length === 0) return ok('tables', `${TABLES.join(', ')} are there, and closed to strangers.`);
  const once = (texts: readonly string[]) => [...new Set(texts)].join(' ');
  return mend('tables', once(toMend.map(({ found }) => found)), once(toMend.map(({ advice }) => advice)));
}

async function checkTable(project: Project, table: string): Promise<Finding> {
  try {
    return judge(table, await askProject(project, `rest/v1/${table}?limit=1`));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return mend('tables', `The Data API cannot be asked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}

function judge(table: string, { status, body }: Answer): Finding {
  if (status === 200 && Array.isArray(body)) {
    return mend(
      'tables',
      body.length > 0 ? `Strangers can read rows of ${table}.` : `Strangers may ask for rows of ${table}; none came this time.`,
      'Its row-level security or grants are not those of supabase/migrations: run `supabase db push`, and compare them in the dashboard.',
    );
  }
  const error = v.safeParse(errorSchema, body);
  const code = error.success ? error.output.code : '';
  switch (code) {
    case '42501': // insufficient_privilege
      return ok('tables', `${table} is there, and closed to strangers.`);
    case '42P01': // undefined_table, before PostgREST 12
    case 'PGRST205':
      return mend('tables', `${table} is missing.`, 'Run `supabase link` and `supabase db push`.');
    case 'PGRST106':
      return mend('tables', 'The Data API does not expose the schema public.', 'Run `supabase config push` (schemas under [api] in supabase/config.toml).');
    default:
      return mend(
        'tables',
        `The Data API gives an unexpected answer (${code === '' ? status : `${status}, ${code}`}).`,
        'See in the dashboard whether the Data API is enabled and the project healthy, and try again in a few minutes.',
      );
  }
}
