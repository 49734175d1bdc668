import * as v from 'valibot';
import type { ProjectClient, Project } from '../_shared/project.ts';
import { describe } from '../_shared/answer-calls.ts';

/** An invitation to a board. */
interface Invitation {
  readonly board: string;
  readonly email: string;
  /** The page that the mailed link finally opens; by default the site's first page. */
  readonly page: string | undefined;
  /** The inviter's language, for an account that the invitation creates; undefined if it is not known. */
  readonly language: string | undefined;
}

/** The names in the mail of an invitation. `supabase/templates` use them under `.Data`. */
interface InvitationNames {
  /** The inviter; empty if they have no name. */
  readonly invited_by: string;
  /** The board. */
  readonly invited_to: string;
}

/**
 * Mails a link to a board through the project's own mails: an invitation to the site, or a log-in link if the email address has an
 * account. Failures are only logged, because a response would reveal which of the two it was. The board's page lists the
 * invitation in any case.
 *
 * @param client the inviter's
 */
export async function mailInvitation(project: Project, client: ProjectClient, invitation: Invitation): Promise<void> {
  try {
    const names = await readNames(client, invitation.board);
    const admin = project.admin();
    const { data } = await admin.rpc('workspace_invitee', { email: invitation.email }).throwOnError();
    const known = v.parse(v.nullable(v.string()), data);
    // Templates can read the metadata of the account, but not the request for the mail. The invitation stores the names in an
    // account that it creates. An existing account carries them while the mail is written.
    if (known !== null) await storeNames(admin, known, names);
    try {
      const created = await mail(project, invitation, names);
      if (created !== null) await storeNames(admin, created, null);
    } finally {
      if (known !== null) await storeNames(admin, known, null);
    }
  } catch (error) {
    console.error(`workspace-invite: a mail was not sent: ${describe(error)}`);
  }
}

const boardSchema = v.object({ name: v.string(), account_profiles: v.object({ name: v.string() }) });

/** Reads the names of the inviter and of the board. The mail contains no other text that the inviter could write. */
async function readNames(client: ProjectClient, board: string): Promise<InvitationNames> {
  const { data } = await client.from('workspace_boards').select('name, account_profiles!workspace_boards_owner_fkey(name)').eq('id', board).single().throwOnError();
  const { name, account_profiles: owner } = v.parse(boardSchema, data);
  return { invited_by: harmless(owner.name), invited_to: harmless(name) };
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
async function mail(project: Project, { email, page, language }: Invitation, names: InvitationNames): Promise<string | null> {
  const { data, error } = await project.admin().auth.admin.inviteUserByEmail(email, {
    data: { ...names, ...(language !== undefined && { language }) },
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

/** Stores the names in the metadata of an account; null removes them. */
async function storeNames(admin: ProjectClient, account: string, names: InvitationNames | null): Promise<void> {
  const { error } = await admin.auth.admin.updateUserById(account, { user_metadata: names ?? { invited_by: null, invited_to: null } });
  if (error) throw error;
}
