import * as v from 'valibot';
import type { ProjectClient, Project } from '../_shared/project.ts';
import { describe } from '../_shared/answer-calls.ts';
import { wordsOf, type InvitationWords } from './invitation-words.ts';

/** An invitation to a board. */
interface Invitation {
  readonly board: string;
  readonly email: string;
  /** Where the mailed link leads in the end; left out, to the site's first page. */
  readonly page: string | undefined;
  /** The inviter's language, for an account that is made by it; undefined where nothing is known. */
  readonly language: string | undefined;
}

/**
 * Mails somebody the way to a board, through the project's own mails: an invitation to the site, or a log-in link where
 * the address has an account. What goes wrong is for the log alone, since to say it would tell which of the two it was;
 * the invitation is on the board's page in any case.
 *
 * @param client of who invites
 */
export async function mailInvitation(project: Project, client: ProjectClient, invitation: Invitation): Promise<void> {
  try {
    const words = await wordsOf(client, invitation.board);
    const admin = project.admin();
    const { data } = await admin.rpc('workspace_invitee', { email: invitation.email }).throwOnError();
    const known = v.parse(v.nullable(v.string()), data);
    // Templates read what an account carries, and nothing of the request that asks for the mail. An account that is made
    // by the invitation gets the words with it; one that is there carries them as long as the mail is written.
    if (known !== null) await putWords(admin, known, words);
    try {
      const made = await mail(project, invitation, words);
      if (made !== null) await putWords(admin, made, null);
    } finally {
      if (known !== null) await putWords(admin, known, null);
    }
  } catch (error) {
    console.error(`workspace-invite: a mail was not sent: ${describe(error)}`);
  }
}

/** Gives back the id of the account that the invitation has made; null where there is one that is in use. */
async function mail(project: Project, { email, page, language }: Invitation, words: InvitationWords): Promise<string | null> {
  const { data, error } = await project.admin().auth.admin.inviteUserByEmail(email, {
    data: { ...words, ...(language !== undefined && { language }) },
    ...(page !== undefined && { redirectTo: page }),
  });
  if (error && error.code !== 'email_exists') throw error;
  if (!error) return data.user.id;
  const sent = await project.visitor().auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, ...(page !== undefined && { emailRedirectTo: page }) },
  });
  if (sent.error) throw sent.error;
  return null;
}

/** Has an account carry the words of an invitation, or, with null, no longer. */
async function putWords(admin: ProjectClient, account: string, words: InvitationWords | null): Promise<void> {
  const { error } = await admin.auth.admin.updateUserById(account, { user_metadata: words ?? { invited_by: null, invited_to: null } });
  if (error) throw error;
}
