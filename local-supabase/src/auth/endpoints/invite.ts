import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError } from '../auth-error.ts';
import { requireAdmin } from '../authenticate.ts';
import { object, readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { mailTransaction } from '../mail/outbox.ts';
import { sendInvitation } from '../mail/send-mail.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { createUser } from '../users/create-user.ts';
import { readEmail } from '../users/email-address.ts';
import { findUserByEmail, findUserById } from '../users/find-user.ts';
import { userJson } from '../users/user-json.ts';

const bodySchema = v.object({ email: text, data: object });

/**
 * `POST /invite`: an account for an address, and a mail with the link that confirms it and logs in. One that waits for
 * its confirmation is mailed again (supabase/auth, `internal/api/invite.go`).
 */
export const invite: Endpoint = {
  method: 'POST',
  path: '/invite',
  async handle(call) {
    await requireAdmin(call);
    const body = readBody(call, bodySchema);
    const email = readEmail(body.email);
    // Nobody knows it: the person sets one of their own once the link has let them in.
    const passwordHash = await hashPassword(randomBytes(33).toString('base64url'), call.auth.settings.passwordCost);
    const id = randomUUID();
    const user = await mailTransaction(call, async (queries, outbox) => {
      const known = await findUserByEmail(queries, email);
      if (known?.email_confirmed_at) {
        throw new AuthError('A user with this email address has already been registered', { status: 422, code: 'email_exists' });
      }
      if (!known) await createUser(queries, { id, email, passwordHash, userMetadata: body.data ?? {} });
      const invited = known ?? (await findUserById(queries, id));
      if (!invited) throw new AuthError('Database error saving new user', { status: 500, code: 'unexpected_failure' });
      await sendInvitation(outbox, queries, invited);
      return findUserById(queries, invited.id);
    });
    return { body: user ? userJson(user) : {} };
  },
};
