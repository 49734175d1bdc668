import { fix, note, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

/** The function of the Send Email Hook, in `supabase/functions`. */
export const MAIL_FUNCTION = 'send-email';

/** The function's response to GET when its settings are complete (`send-email-hook.ts`). */
const WORKS = 405;

const SEE_GUIDE = 'see “Mails of a hosted project” in docs/how-to/use-a-hosted-project.md';

/** Checks who writes the project's mails, as far as a public key shows it: neither templates nor hooks are visible. */
export async function checkMails(project: Project): Promise<Finding> {
  try {
    // The function refuses every GET and sends nothing. OPTIONS would not do: the gateway responds to it even where it refuses
    // the calls of the hook, which carry no token.
    const { status } = await askProject(project, `functions/v1/${MAIL_FUNCTION}`);
    return findingFor(status);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return note('mails', `${MAIL_FUNCTION} could not be checked: the project ${error.message}.`, 'Try again in a few minutes.');
  }
}

function findingFor(status: number): Finding {
  if (status === 404 || status === 501) {
    return note(
      'mails',
      `${MAIL_FUNCTION} is not deployed, so the project’s mail service writes the mails. Links in its default texts work once, and only in the browser that requested them.`,
      `Set up SMTP and run \`supabase config push\` to use the texts of supabase/templates, or deploy ${MAIL_FUNCTION} and turn its hook on: ${SEE_GUIDE}.`,
    );
  }
  if (status === 401) {
    return fix(
      'mails',
      `${MAIL_FUNCTION} is deployed but requires a token (401), which its hook does not send: with the hook on, no mail goes out.`,
      `Deploy it with \`verify_jwt = false\`: \`supabase functions deploy ${MAIL_FUNCTION}\` reads this setting from supabase/config.toml.`,
    );
  }
  if (status >= 500) {
    return fix(
      'mails',
      `${MAIL_FUNCTION} is deployed but fails (${status}): with its hook on, no mail goes out.`,
      `Set its secrets with \`supabase secrets set\` (${SEE_GUIDE}), and read its log in the dashboard.`,
    );
  }
  if (status === WORKS) {
    return note(
      'mails',
      `${MAIL_FUNCTION} works. A public key does not show whether its hook is on.`,
      'Check it in the dashboard under Authentication, Hooks. With the hook off, the mail service sends its own texts.',
    );
  }
  return note(
    'mails',
    `The response of ${MAIL_FUNCTION} does not show whether it works (${status}).`,
    `Deploy it again with \`supabase functions deploy ${MAIL_FUNCTION}\`, and read its log in the dashboard.`,
  );
}
