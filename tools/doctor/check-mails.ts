import { askProject, NoAnswerError } from './ask-project.ts';
import { mend, note, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** The function of the Send Email Hook, in `supabase/functions`. */
export const MAIL_FUNCTION = 'send-email';

/** How the function answers GET when its settings are there (`send-email-hook.ts`). */
const WORKS = 405;

const SEE_GUIDE = 'see “Mails of a hosted project” in docs/how-to/use-a-hosted-project.md';

/** Who writes the project's mails, as far as it can be seen: a public key shows neither the templates nor the hooks. */
export async function checkMails(project: Project): Promise<Finding> {
  try {
    // Our function refuses every GET, and sends nothing. Not OPTIONS: the gateway lets it pass also where the hook's calls, which bring no token, are refused.
    const { status } = await askProject(project, `functions/v1/${MAIL_FUNCTION}`);
    return judge(status);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return note('mails', `${MAIL_FUNCTION} cannot be asked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}

function judge(status: number): Finding {
  if (status === 404 || status === 501) {
    return note(
      'mails',
      `${MAIL_FUNCTION} is not deployed, so the project’s mail service writes the mails; with its stock texts, links work once and only in the browser that asked.`,
      `Set up SMTP and run \`supabase config push\` for the texts of supabase/templates, or deploy ${MAIL_FUNCTION} and switch its hook on: ${SEE_GUIDE}.`,
    );
  }
  if (status === 401) {
    return mend(
      'mails',
      `${MAIL_FUNCTION} is deployed and asks for a token (401), which its hook does not have: with the hook on, no mail goes out.`,
      `Deploy it with \`verify_jwt = false\`: \`supabase functions deploy ${MAIL_FUNCTION}\` reads it in supabase/config.toml.`,
    );
  }
  if (status >= 500) {
    return mend(
      'mails',
      `${MAIL_FUNCTION} is deployed and does not work (${status}): with its hook on, no mail goes out.`,
      `Set its secrets with \`supabase secrets set\` (${SEE_GUIDE}), and see its log in the dashboard.`,
    );
  }
  if (status === WORKS) {
    return note(
      'mails',
      `${MAIL_FUNCTION} works; whether its hook is on cannot be seen from here.`,
      'Compare it in the dashboard under Authentication, Hooks; with the hook off, the mail service’s own texts go out.',
    );
  }
  return note(
    'mails',
    `Whether ${MAIL_FUNCTION} works cannot be told from its answer (${status}).`,
    `Deploy it anew with \`supabase functions deploy ${MAIL_FUNCTION}\`, and see its log in the dashboard.`,
  );
}
