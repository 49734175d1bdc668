import * as v from 'valibot';
import type { ProjectClient, Project } from '../_shared/project.ts';
import { describe } from '../_shared/handle-calls.ts';

/** An invitation to a board. */
interface Invitation {
  readonly board: string;
  readonly email: string;
  readonly role: 'editor' | 'viewer';
  /** The page that the mailed link finally opens; by default the site's first page. */
  readonly page: string | undefined;
  /** The inviter's language, for an account that the invitation creates; undefined if it is not known. */
  readonly language: string | undefined;
}

/** What the mail of an invitation says. `supabase/templates` use it under `.Data`. */
interface InvitationWords {
  /** The inviter; empty if they have no name. */
  readonly invited_by: string;
  /** The board. */
  readonly invited_to: string;
  /** Not empty if the board can only be viewed. */
  readonly invited_to_view: '' | 'yes';
}

/**
 * Mails a link to a board through the project's own mails: an invitation to the site, or a log-in link if the email address has an
 * account. If the project takes no new accounts, only people with one get a mail. Failures are only logged, because a response would
 * reveal which of the two it was. The board's page lists the invitation in any case.
 *
 * @param client the inviter's
 */
export async function mailInvitation(project: Project, client: ProjectClient, invitation: Invitation): Promise<void> {
  try {
    const words = await readWords(client, invitation);
    const admin = project.admin();
    const { data } = await admin.rpc('workspace_invitee', { email: invitation.email }).throwOnError();
    const known = v.parse(v.nullable(v.string()), data);
    // The admin API creates accounts in any case.
    if (known === null && !(await project.takesNewAccounts())) return;
    // Templates can read the metadata of the account, but not the request for the mail. The invitation stores the words in an
    // account that it creates. An existing account carries them while the mail is written:
    // a second invitation to the same account at that moment can contain this one's words, or none.
    if (known !== null) await storeWords(admin, known, words);
    try {
      const created = await mail(project, invitation, words);
      if (created !== null) await storeWords(admin, created, null);
    } finally {
      if (known !== null) await storeWords(admin, known, null);
    }
  } catch (error) {
    console.error(`workspace-invite: a mail was not sent: ${describe(error)}`);
  }
}

const boardSchema = v.object({ name: v.string(), account_profiles: v.object({ name: v.string() }) });

/** Reads the names of the inviter and of the board. The mail contains no other text that the inviter could write. */
async function readWords(client: ProjectClient, { board, role }: Invitation): Promise<InvitationWords> {
  const { data } = await client.from('workspace_boards').select('name, account_profiles!workspace_boards_owner_fkey(name)').eq('id', board).single().throwOnError();
  const { name, account_profiles: owner } = v.parse(boardSchema, data);
  return { invited_by: harmless(owner.name), invited_to: harmless(name), invited_to_view: role === 'viewer' ? 'yes' : '' };
}

/** Longest name in a mail, in characters: enough for names, but not for a message. */
const MAX_LENGTH = 60;

/**
 * A name as a mail shows it. Users choose their names, and mail programs turn text that looks like a URL into a link. A
 * space after each character that a URL needs prevents that. The database does the same to the metadata of accounts.
 */
function harmless(name: string): string {
  const line = name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(/[.:/@\\。．｡：／＠](?=\S)/gu, '$& ').trim();
  const characters = Array.from(line);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}

/** Returns the id of the account that the invitation created; null if the address has an account in use. */
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

/** Stores the words in the metadata of an account; null removes them. */
async function storeWords(admin: ProjectClient, account: string, words: InvitationWords | null): Promise<void> {
  const { error } = await admin.auth.admin.updateUserById(account, { user_metadata: words ?? { invited_by: null, invited_to: null, invited_to_view: null } });
  if (error) throw error;
}
