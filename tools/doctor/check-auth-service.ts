import * as v from 'valibot';
import { askProject, NoAnswerError, type Answer } from './ask-project.ts';
import { mend, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** What `GET /auth/v1/settings` says of a project (supabase/auth, `internal/api/settings.go`), as far as the site depends on it. */
const authSettingsSchema = v.object({
  external: v.object({ email: v.boolean(), phone: v.boolean() }),
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
});

/** The public settings of a project's auth service. */
export type AuthSettings = v.InferOutput<typeof authSettingsSchema>;

/** Whether the project is there and takes the key. `settings` is null when it is no use to ask further. */
export interface AuthServiceReport {
  readonly findings: readonly Finding[];
  readonly settings: AuthSettings | null;
}

const CHECK_ADDRESS = 'Compare SUPABASE_URL with the project’s API settings: https://YOUR-PROJECT.supabase.co, with nothing after it.';

/** Status codes of the platform (https://supabase.com/docs/guides/platform/http-status-codes). */
const PLATFORM: Readonly<Record<number, readonly [found: string, advice: string]>> = {
  402: ['is restricted because of its usage or its bills (402)', 'See the organization’s usage and billing in the dashboard.'],
  429: ['was asked too often (429)', 'Wait a minute and try again.'],
  540: ['is paused (540)', 'Restore it in the dashboard.'],
};

/** Asks the auth service for its public settings: the first request, which shows whether address and key are right. */
export async function checkAuthService(project: Project): Promise<AuthServiceReport> {
  try {
    return judge(project, await askProject(project, 'auth/v1/settings'));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return failed(mend('project', `The project ${error.message}.`, `Is this machine online, and the project not paused or deleted? ${CHECK_ADDRESS}`));
  }
}

function judge({ url }: Project, { status, body, movedTo }: Answer): AuthServiceReport {
  const reached = ok('project', `The project answers at ${url}.`);
  const platform = PLATFORM[status];
  if (platform) return failed(mend('project', `The project ${platform[0]}.`, platform[1]));
  if (status >= 500) {
    return failed(mend('project', `The project answers with a failure of its own (${status}).`, 'See its state in the dashboard, and try again in a few minutes.'));
  }
  if (status >= 300 && status < 400) {
    return failed(mend('project', `The address leads on to ${movedTo ?? 'another one'} (${status}).`, `Browsers need the last address itself. ${CHECK_ADDRESS}`));
  }
  if (body === undefined) {
    return failed(mend('project', `What answers at ${url} is a web page or something else, and no Supabase project (${status}).`, CHECK_ADDRESS));
  }
  if (status === 401 || status === 403) {
    const refused = mend(
      'key',
      `The project does not accept SUPABASE_KEY (${status}).`,
      'Copy the publishable key (sb_publishable_…) of this very project; a legacy anon key ends when the project switches legacy keys off.',
    );
    return { findings: [reached, refused], settings: null };
  }
  const settings = v.safeParse(authSettingsSchema, body);
  if (status !== 200 || !settings.success) {
    return failed(mend('project', `What answers at ${url} has no auth service as a Supabase project has it (${status}).`, CHECK_ADDRESS));
  }
  return { findings: [reached, ok('key', 'The project accepts SUPABASE_KEY, and it is a public key.')], settings: settings.output };
}

function failed(finding: Finding): AuthServiceReport {
  return { findings: [finding], settings: null };
}
