import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { requireAdmin } from '../authenticate.ts';
import { object, readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { factorOfPath, removeFactor } from '../factors.ts';
import { mailTransaction, sendInvitation } from '../mail/outbox.ts';
import { hashPassword, requireStrength } from '../passwords.ts';
import { factorJson, userJson } from '../user-json.ts';
import type { UserRow } from '../users.ts';
import { confirmPhone, confirmUser, createUser, emailTaken, findUserByEmail, findUserById, findUserByPhone, mergeMetadata, phoneTaken, readEmail, readPhone, saveIdentity, USER_COLUMNS, userOfPath, userRow } from '../users.ts';

const userSchema = v.object({
  id: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  role: text,
  email_confirm: v.nullish(v.boolean(), false),
  phone_confirm: v.nullish(v.boolean(), false),
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
    if (body.email === '' && body.phone === '') throw invalid('Cannot create a user without either an email or phone');
    const email = body.email === '' ? undefined : readEmail(body.email);
    const phone = body.phone === '' ? undefined : readPhone(body.phone);
    const banned = body.ban_duration === '' ? null : bannedUntil(body.ban_duration);
    const passwordHash = await newPasswordHash(body, call.auth.settings.passwordCost);
    const user = await call.auth.database.transaction(async (queries) => {
      if (email !== undefined && (await findUserByEmail(queries, email))) throw emailTaken();
      if (phone !== undefined && (await findUserByPhone(queries, phone))) {
        throw new AuthError('Phone number already registered by another user', { status: 422, code: 'phone_exists' });
      }
      const id = await createUser(queries, {
        ...(body.id === '' ? {} : { id: readId(body.id) }),
        ...(body.role === '' ? {} : { role: body.role }),
        email,
        phone,
        passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
      });
      if (body.email_confirm) await confirmUser(queries, id);
      if (body.phone_confirm) await confirmPhone(queries, id);
      if (banned !== null) await queries.run('update auth.users set banned_until = $2 where id = $1', [id, banned]);
      return findUserById(queries, id);
    });
    return { body: user ? userJson(user) : {} };
  },
};

/** Returns the hash to store: the given one, or that of the given password. Without either, the password is random. @throws AuthError `validation_failed` */
async function newPasswordHash({ password, password_hash: hash }: v.InferOutput<typeof userSchema>, cost: number): Promise<string> {
  if (password !== '' && hash !== '') throw invalid('Only a password or a password hash should be provided');
  if (hash === '') return hashPassword(password === '' ? crypto.randomUUID() : password, cost);
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) throw invalid('local-supabase takes only bcrypt hashes as password_hash');
  return hash;
}

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
    const before = await userOfPath(call);
    const { id } = before;
    const body = readBody(call, userSchema);
    const email = body.email === '' ? undefined : readEmail(body.email);
    const phone = body.phone === '' ? undefined : readPhone(body.phone);
    if (body.password !== '') requireStrength(body.password, call.auth.settings);
    const passwordHash = body.password === '' ? undefined : await hashPassword(body.password, call.auth.settings.passwordCost);
    const banned = body.ban_duration === '' ? undefined : bannedUntil(body.ban_duration);
    const updated = await call.auth.database.transaction(async (queries) => {
      if (email !== undefined) {
        const owner = await findUserByEmail(queries, email);
        if (owner && owner.id !== id) throw emailTaken();
        await queries.run('update auth.users set email = $2, updated_at = now() where id = $1', [id, email]);
        await saveIdentity(queries, before, 'email', { email, email_verified: body.email_confirm });
      }
      if (phone !== undefined) {
        const owner = await findUserByPhone(queries, phone);
        if (owner && owner.id !== id) throw phoneTaken();
        await saveIdentity(queries, before, 'phone', { phone, phone_verified: body.phone_confirm });
        await queries.run('update auth.users set phone = $2, updated_at = now() where id = $1', [id, phone]);
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
      if (body.phone_confirm) await confirmPhone(queries, id);
      if ((email !== undefined && body.email_confirm) || (phone !== undefined && body.phone_confirm)) await queries.run('update auth.users set is_anonymous = false where id = $1', [id]);
      return findUserById(queries, id);
    });
    return { body: updated ? userJson(updated) : {} };
  },
};

const deletionSchema = v.object({ should_soft_delete: v.nullish(v.boolean(), false) });

/**
 * Leaves the row of a user, whose email address and phone number become hashes, without password, metadata, sessions, factors and passkeys
 * (GoTrue's SoftDeleteUser). Rows of other tables keep their reference.
 */
async function softDelete(queries: Queries, { id, email, phone, identities }: UserRow): Promise<void> {
  const hidden = (value: string) => createHash('sha256').update(id + value).digest('base64url');
  const count = await queries.run(
    `update auth.users set email = $2, phone = $3, email_change = '', phone_change = '', encrypted_password = null, confirmation_token = '',
       recovery_token = '', email_change_token_current = '', email_change_token_new = '', phone_change_token = '', reauthentication_token = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now() where id = $1 and deleted_at is null`,
    [id, hidden(email ?? ''), hidden(phone ?? '').slice(0, 15)],
  );
  if (count === 0) return;
  for (const { id: identity, provider_id: subject } of identities) {
    await queries.run(`update auth.identities set identity_data = '{}', provider_id = $2 where id = $1`, [identity, hidden(subject)]);
  }
  for (const table of ['sessions', 'mfa_factors', 'webauthn_credentials']) await queries.run(`delete from auth.${table} where user_id = $1`, [id]);
}

/** `DELETE /admin/users/:id`: deletes a user, or with `should_soft_delete` only what is known of them. */
export const adminDeleteUser: Endpoint = {
  method: 'DELETE',
  path: '/admin/users/:id',
  async handle(call) {
    await requireAdmin(call);
    const user = await userOfPath(call);
    const { should_soft_delete: isSoft } = call.text === '' ? { should_soft_delete: false } : readBody(call, deletionSchema);
    if (isSoft) await call.auth.database.transaction((queries) => softDelete(queries, user));
    else await call.auth.database.run('delete from auth.users where id = $1', [user.id]);
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

/** The units of Go's `time.ParseDuration`, in milliseconds. */
const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, 'µs': 1e-3, ns: 1e-6 };

/** The longest duration that Go has: 2⁶³ nanoseconds. */
const MAX_DURATION_MILLISECONDS = 2 ** 63 / 1e6;

/** The end of a ban like `1h30m` or `1.5h` as ISO 8601, or null for `none`. */
function bannedUntil(duration: string): string | null {
  if (duration === 'none') return null;
  const [, sign, parts = ''] = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:h|m|s|ms|us|µs|ns))+)$/.exec(duration) ?? [];
  const milliseconds = [...parts.matchAll(/([\d.]+)([^\d.]+)/g)].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MILLISECONDS[unit] ?? 0), 0);
  if (parts === '' || milliseconds > MAX_DURATION_MILLISECONDS) throw invalid(`invalid format for ban duration: ${duration}`);
  return new Date(Date.now() + (sign === '-' ? -milliseconds : milliseconds)).toISOString();
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
