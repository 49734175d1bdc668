import { describe } from '../_shared/answer-calls.ts';
import type { Project } from '../_shared/project.ts';

/**
 * Mails somebody the way to a board, through the project's own mails: an invitation to the site, or a log-in link where
 * the address has an account. What goes wrong is for the log alone, since to say it would tell which of the two it was;
 * the invitation is on the board's page in any case.
 *
 * @param page where the mailed link leads in the end; left out, the site's first page
 */
export async function mailInvitation(project: Project, email: string, page: string | undefined): Promise<void> {
  try {
    const { error } = await project.admin().auth.admin.inviteUserByEmail(email, page === undefined ? {} : { redirectTo: page });
    if (error && error.code !== 'email_exists') throw error;
    if (!error) return;
    const sent = await project.visitor().auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false, ...(page === undefined ? {} : { emailRedirectTo: page }) },
    });
    if (sent.error) throw sent.error;
  } catch (error) {
    console.error(`workspace-invite: a mail was not sent: ${describe(error)}`);
  }
}
