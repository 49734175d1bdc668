import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { requireAdmin } from '../authenticate.ts';
import { object, readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { factorOfPath, removeFactor } from '../factors.ts';
import { mailTransaction, sendInvitation } from '../mail/outbox.ts';
import { hashPassword, requireStrength } from '../passwords.ts';
import { factorJson, userJson } from '../user-json.ts';
import { confirmUser, createUser, emailTaken, findUserByEmail, findUserById, mergeMetadata, readEmail, USER_COLUMNS, userOfPath, userRow } from '../users.ts';

const userSchema = v.object({
  id: text,
  email: text,
  phone: text,
  password: text,
  role: text,
  email_confirm: v.nullish(v.boolean(), false),
  user_metadata: object,
  app_metadata: object,
  ban_duration: text,
});

/** `GET /admin/users`: every user, newest first, in pages. */
export const adminListUsers: Endpoint = {
  method: 'GET',
  path: '/admin/users',
  async handle(call) {
    await requireAdmin(call);
    const page = positive(call.query.get('page'), 1);
    const perPage = positive(call.query.get('per_page'), 50);
    const { database } = call.auth;
    const counted = await database.first(v.object({ total: v.number() }), 'select count(*)::int as total from auth.users');
    const users = await database.rows(
      userRow,
      `select ${USER_COLUMNS} from auth.users u order by u.created_at desc limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    );
    const total = counted?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / perPage));
    const link = (number: number, relation: string): string =>
      `</admin/users?page=${String(number)}&per_page=${String(perPage)}>; rel="${relation}"`;
    return {
      headers: {
        'x-total-count': String(total),
        link: [...(page < pages ? [link(page + 1, 'next')] : []), link(pages, 'last')].join(', '),
      },
      body: { users: users.map(userJson), aud: 'authenticated' },
    };
  },
};

/** `POST /admin/users`: creates a user without sign-up. */
export const adminCreateUser: Endpoint = {
  method: 'POST',
  path: '/admin/users',
  async handle(call) {
    await requireAdmin(call);
    const body = readBody(call, userSchema);
    if (body.email === '') throw invalid('Cannot create a user without either an email or phone');
    const email = readEmail(body.email);
    const banned = body.ban_duration === '' ? null : bannedUntil(body.ban_duration);
    const passwordHash = await hashPassword(body.password === '' ? crypto.randomUUID() : body.password, call.auth.settings.passwordCost);
    const user = await call.auth.database.transaction(async (queries) => {
      if (await findUserByEmail(queries, email)) throw emailTaken();
      const id = await createUser(queries, {
        ...(body.id === '' ? {} : { id: readId(body.id) }),
        ...(body.role === '' ? {} : { role: body.role }),
        email,
        passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
      });
      if (body.email_confirm) await confirmUser(queries, id);
      if (banned !== null) await queries.run('update auth.users set banned_until = $2 where id = $1', [id, banned]);
      return findUserById(queries, id);
    });
    return { body: user ? userJson(user) : {} };
  },
};

/** `GET /admin/users/:id` */
export const adminGetUser: Endpoint = {
  method: 'GET',
  path: '/admin/users/:id',
  async handle(call) {
    await requireAdmin(call);
    return { body: userJson(await userOfPath(call)) };
  },
};

/** `PUT /admin/users/:id`: changes a user without confirmation. */
export const adminUpdateUser: Endpoint = {
  method: 'PUT',
  path: '/admin/users/:id',
  async handle(call) {
    await requireAdmin(call);
    const { id } = await userOfPath(call);
    const body = readBody(call, userSchema);
    const email = body.email === '' ? undefined : readEmail(body.email);
    if (body.password !== '') requireStrength(body.password, call.auth.settings);
    const passwordHash = body.password === '' ? undefined : await hashPassword(body.password, call.auth.settings.passwordCost);
    const banned = body.ban_duration === '' ? undefined : bannedUntil(body.ban_duration);
    const updated = await call.auth.database.transaction(async (queries) => {
      if (email !== undefined) {
        const owner = await findUserByEmail(queries, email);
        if (owner && owner.id !== id) throw emailTaken();
        await queries.run('update auth.users set email = $2, updated_at = now() where id = $1', [id, email]);
        await queries.run(
          `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text) where user_id = $1 and provider = 'email'`,
          [id, email],
        );
      }
      if (passwordHash !== undefined) {
        await queries.run('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [id, passwordHash]);
        await queries.run('delete from auth.sessions where user_id = $1', [id]);
      }
      if (body.role !== '') await queries.run('update auth.users set role = $2, updated_at = now() where id = $1', [id, body.role]);
      if (banned !== undefined) await queries.run('update auth.users set banned_until = $2, updated_at = now() where id = $1', [id, banned]);
      if (body.user_metadata) await mergeMetadata(queries, id, 'raw_user_meta_data', body.user_metadata);
      if (body.app_metadata) await mergeMetadata(queries, id, 'raw_app_meta_data', body.app_metadata);
      if (body.email_confirm) await confirmUser(queries, id);
      return findUserById(queries, id);
    });
    return { body: updated ? userJson(updated) : {} };
  },
};

/** `DELETE /admin/users/:id` */
export const adminDeleteUser: Endpoint = {
  method: 'DELETE',
  path: '/admin/users/:id',
  async handle(call) {
    await requireAdmin(call);
    const user = await userOfPath(call);
    await call.auth.database.run('delete from auth.users where id = $1', [user.id]);
    return { body: {} };
  },
};

function readId(id: string): string {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw invalid('ID must conform to the uuid v4 format');
  return id;
}

function positive(given: string | null, otherwise: number): number {
  if (given === null || given === '') return otherwise;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw invalid(`Bad Pagination Parameters: ${given}`);
  return number;
}

const UNIT_MILLISECONDS = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
]);

/** The end of a ban like `1h30m` as ISO 8601, or null for `none`. */
function bannedUntil(duration: string): string | null {
  if (duration === 'none') return null;
  if (!/^(\d+[hms])+$/.test(duration)) throw invalid(`invalid format for ban duration: ${duration}`);
  const milliseconds = [...duration.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MILLISECONDS.get(unit ?? '') ?? 0),
    0,
  );
  return new Date(Date.now() + milliseconds).toISOString();
}

/** `GET /admin/users/:id/factors` */
export const adminListFactors: Endpoint = {
  method: 'GET',
  path: '/admin/users/:id/factors',
  async handle(call) {
    await requireAdmin(call);
    return { body: (await userOfPath(call)).factors.map(factorJson) };
  },
};

/** `DELETE /admin/users/:id/factors/:factorId`: for users who lost their second factor. */
export const adminDeleteFactor: Endpoint = {
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  async handle(call) {
    await requireAdmin(call);
    const factor = factorOfPath(call, await userOfPath(call));
    await call.auth.database.transaction((queries) => removeFactor(queries, factor));
    return { body: factorJson(factor) };
  },
};

const invitationSchema = v.object({ email: text, data: object });

/**
 * `POST /invite`: creates an account for an email address and mails a link that confirms it and logs in. An account that waits for
 * confirmation gets another mail (supabase/auth, `internal/api/invite.go`).
 */
export const invite: Endpoint = {
  method: 'POST',
  path: '/invite',
  async handle(call) {
    await requireAdmin(call);
    const body = readBody(call, invitationSchema);
    const email = readEmail(body.email);
    // A random password that is never shown: users set their own after they follow the link.
    const passwordHash = await hashPassword(randomBytes(33).toString('base64url'), call.auth.settings.passwordCost);
    const id = randomUUID();
    const user = await mailTransaction(call, async (queries, outbox) => {
      const known = await findUserByEmail(queries, email);
      if (known?.email_confirmed_at) {
        throw emailTaken();
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

/**
 * `POST /admin/signing-keys/rotate`: adds a key that signs tokens from now on. Not part of GoTrue: a hosted project rotates keys
 * through the Management API, which this backend lacks.
 */
export const adminRotateSigningKey: Endpoint = {
  method: 'POST',
  path: '/admin/signing-keys/rotate',
  async handle(call) {
    await requireAdmin(call);
    await call.auth.signingKeys.rotate();
    return { body: { kid: call.auth.signingKeys.current.kid } };
  },
};
