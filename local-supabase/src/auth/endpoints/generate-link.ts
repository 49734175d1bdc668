import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { requireAdmin } from '../authenticate.ts';
import { object, readBody, text, type Call, type Endpoint } from '../call.ts';
import { actionLink, redirectAddress } from '../mail/mailing.ts';
import { generateOtp, tokenHash } from '../one-time-tokens.ts';
import { hashPassword, requireStrength } from '../passwords.ts';
import { userJson } from '../user-json.ts';
import { createUser, emailTaken, findUserByEmail, findUserById, mergeMetadata, readEmail, type UserRow } from '../users.ts';

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const;

const bodySchema = v.object({ type: text, email: text, new_email: text, password: text, data: object, redirect_to: text });
type Body = v.InferOutput<typeof bodySchema>;

/** A request with its addresses in their stored form. */
interface LinkRequest {
  readonly type: (typeof TYPES)[number];
  readonly email: string;
  readonly newEmail: string;
  readonly data: Record<string, unknown>;
  /** Of the account to create; undefined if there is one. */
  readonly passwordHash: string | undefined;
}

/** `POST /admin/generate_link`: the link and the code of a mail, for servers that send their mails themselves. No mail is sent (GoTrue's internal/api/mail.go). */
export const adminGenerateLink: Endpoint = {
  method: 'POST',
  path: '/admin/generate_link',
  async handle(call) {
    await requireAdmin(call);
    const body = readBody(call, bodySchema);
    const request = await readRequest(call, body);
    const otp = generateOtp(call.auth.settings.otpLength);
    const hash = tokenHash(request.type === 'email_change_new' ? request.newEmail : request.email, otp);
    const user = await call.auth.database.transaction(async (queries) => {
      const owner = await ownerOf(queries, request);
      await storeToken(queries, owner, request, hash);
      return findUserById(queries, owner.id);
    });
    const redirectTo = redirectAddress(call, body.redirect_to);
    return {
      body: {
        ...(user && userJson(user)),
        // Both links of a change of address have the type of the change.
        action_link: actionLink(call, { hash, type: request.type.replace(/_(?:current|new)$/, ''), redirectTo }),
        email_otp: otp,
        hashed_token: hash,
        verification_type: request.type,
        redirect_to: redirectTo,
      },
    };
  },
};

/** @throws AuthError `validation_failed`, `weak_password`, `user_not_found`, `email_exists` */
async function readRequest(call: Call, body: Body): Promise<LinkRequest> {
  const { database, settings } = call.auth;
  const email = readEmail(body.email);
  const given = TYPES.find((type) => type === body.type);
  if (given === undefined) throw invalid(`Invalid email action link type requested: ${body.type}`);
  const user = await findUserByEmail(database, email);
  // A log-in link for an unknown address is a sign-up.
  const type = given === 'magiclink' && !user ? 'signup' : given;
  if (type === 'signup' || type === 'invite') {
    if (user?.email_confirmed_at) throw emailTaken();
    const password = given === 'signup' ? body.password : randomBytes(33).toString('base64url');
    if (password === '') throw invalid('Signup requires a valid password');
    if (given === 'signup') requireStrength(password, settings);
    return { type, email, newEmail: '', data: body.data ?? {}, passwordHash: user ? undefined : await hashPassword(password, settings.passwordCost) };
  }
  if (!user) throw new AuthError('User with this email not found', { status: 404, code: 'user_not_found' });
  if (type === 'magiclink' || type === 'recovery') return { type, email, newEmail: '', data: {}, passwordHash: undefined };
  if (type === 'email_change_current' && !settings.doubleConfirmChanges) throw invalid('Enable secure email change to generate link for current email');
  const newEmail = readEmail(body.new_email);
  if (await findUserByEmail(database, newEmail)) throw emailTaken();
  return { type, email, newEmail, data: {}, passwordHash: undefined };
}

async function ownerOf(queries: Queries, { email, data, passwordHash }: LinkRequest): Promise<UserRow> {
  const known = await findUserByEmail(queries, email);
  if (known) await mergeMetadata(queries, known.id, 'raw_user_meta_data', data);
  else if (passwordHash !== undefined) await createUser(queries, { email, passwordHash, userMetadata: data });
  const user = known ?? (await findUserByEmail(queries, email));
  if (!user) throw new AuthError('Database error finding user', { status: 500, code: 'unexpected_failure' });
  return user;
}

async function storeToken(queries: Queries, { id }: UserRow, { type, newEmail }: LinkRequest, hash: string): Promise<void> {
  switch (type) {
    case 'signup':
    case 'invite':
      await queries.run(
        `update auth.users set confirmation_token = $2, confirmation_sent_at = now(), invited_at = case when $3 then now() else invited_at end where id = $1`,
        [id, hash, type === 'invite'],
      );
      return;
    case 'magiclink':
    case 'recovery':
      await queries.run('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [id, hash]);
      return;
    case 'email_change_current':
    case 'email_change_new': {
      const column = type === 'email_change_current' ? 'email_change_token_current' : 'email_change_token_new';
      await queries.run(`update auth.users set email_change = $3, ${column} = $2, email_change_confirm_status = 0, email_change_sent_at = now() where id = $1`, [
        id,
        hash,
        newEmail,
      ]);
    }
  }
}
