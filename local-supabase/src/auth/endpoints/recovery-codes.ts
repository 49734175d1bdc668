import { createHash, randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import { readBody, text, type Call, type Endpoint } from '../call.ts';
import { authenticateSession, raiseSession, removeFactor, reportCodeAttempt, type AuthenticatedSession } from '../factors.ts';
import type { TokenResponse } from '../sessions.ts';
import { findUserById } from '../users.ts';
import type { FactorRow, UserRow } from '../users.ts';

/** A set as in the documentation of supabase-js: 10 codes of 16 characters, without characters that look alike. */
const CODES = 10;
const CODE_LENGTH = 16;
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Wrong codes in a row after which no code is accepted, and for how many seconds. */
const MOST_FAILURES = 5;
const LOCKED_S = 15 * 60;

/** The service's name for a set, unless the user gives it one. */
const DEFAULT_NAME = 'Recovery codes';

const PATH = '/factors/recovery-codes';

/** A set of codes, without its codes. */
interface CodesStatus {
  readonly id: string;
  readonly type: 'recovery_code';
  readonly total: number;
  readonly remaining: number;
}

/** A new set with its codes, which no later response contains. */
interface NewCodes extends Omit<CodesStatus, 'remaining'> {
  readonly friendly_name: string | null;
  readonly codes: readonly string[];
}

/** The user's codes. @throws AuthError 404 `mfa_factor_not_found` */
function setOf({ factors }: UserRow): FactorRow {
  const set = factors.find(({ factor_type: type }) => type === 'recovery_code');
  if (!set) throw new AuthError('Recovery codes not found', { status: 404, code: 'mfa_factor_not_found' });
  return set;
}

/** @throws AuthError 403 `insufficient_aal` */
function requireSecondFactor({ session }: AuthenticatedSession): void {
  if (session.aal !== 'aal2') throw new AuthError('AAL2 required to manage recovery codes', { status: 403, code: 'insufficient_aal' });
}

function refused(code: string, message: string): AuthError {
  return new AuthError(message, { status: 422, code });
}

/** `GET /factors/recovery-codes`: how many codes are left. */
const status: Endpoint = {
  method: 'GET',
  path: PATH,
  async handle(call) {
    const { user } = await authenticateSession(call);
    return { body: await statusOf(call.auth.database, setOf(user)) };
  },
};

async function statusOf(queries: Queries, { id }: FactorRow): Promise<CodesStatus> {
  const counts = await queries.first(
    v.object({ total: v.number(), remaining: v.number() }),
    'select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining from local_supabase.recovery_codes where factor_id = $1',
    [id],
  );
  return { id, type: 'recovery_code', total: counts?.total ?? 0, remaining: counts?.remaining ?? 0 };
}

/** `POST /factors/recovery-codes`: creates the user's set. It cannot be the only second factor. */
const generate: Endpoint = {
  method: 'POST',
  path: PATH,
  async handle(call) {
    const person = await authenticateSession(call);
    requireSecondFactor(person);
    // The body is optional.
    const name = call.text === '' ? '' : readBody(call, v.object({ friendly_name: text })).friendly_name;
    const userId = person.user.id;
    const friendlyName = name === '' ? DEFAULT_NAME : name;
    const id = randomUUID();
    const codes = await call.auth.database.transaction(async (queries) => {
      // Another request may have created a set since the caller was read.
      const { factors = [] } = (await findUserById(queries, userId)) ?? {};
      if (factors.some(({ factor_type: type }) => type === 'recovery_code')) {
        throw refused('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to get new ones');
      }
      if (!factors.some(({ status: state }) => state === 'verified')) {
        throw refused('mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor');
      }
      if (factors.some(({ friendly_name: taken }) => taken === friendlyName)) {
        throw refused('mfa_factor_name_conflict', `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`);
      }
      await queries.run(`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status) values ($1, $2, $3, 'recovery_code', 'unverified')`, [
        id,
        userId,
        friendlyName,
      ]);
      // In two steps, like every other factor, so that triggers of a project on verified factors see it.
      await queries.run(`update auth.mfa_factors set status = 'verified' where id = $1`, [id]);
      return storeNewCodes(queries, id);
    });
    return { body: { id, type: 'recovery_code', friendly_name: friendlyName, total: CODES, codes } satisfies NewCodes };
  },
};

/** `POST /factors/recovery-codes/regenerate`: replaces all codes, and ends a lock. */
const regenerate: Endpoint = {
  method: 'POST',
  path: `${PATH}/regenerate`,
  async handle(call) {
    const person = await authenticateSession(call);
    requireSecondFactor(person);
    const { id, friendly_name } = setOf(person.user);
    const codes = await call.auth.database.transaction(async (queries) => {
      await queries.run('delete from local_supabase.recovery_codes where factor_id = $1', [id]);
      await queries.run('delete from local_supabase.recovery_code_failures where factor_id = $1', [id]);
      return storeNewCodes(queries, id);
    });
    return { body: { id, type: 'recovery_code', friendly_name, total: CODES, codes } satisfies NewCodes };
  },
};

async function storeNewCodes(queries: Queries, factorId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () => Array.from({ length: CODE_LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join(''));
  for (const code of codes) await queries.run('insert into local_supabase.recovery_codes (factor_id, code_hash) values ($1, $2)', [factorId, hashOf(code)]);
  return codes;
}

/** People type codes in groups and in capital letters. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest();
}

/** `POST /factors/recovery-codes/verify`: exchanges an unused code for `aal2` tokens. */
const verify: Endpoint = {
  method: 'POST',
  path: `${PATH}/verify`,
  async handle(call) {
    const person = await authenticateSession(call);
    call.auth.limiters.countRequest('factorVerify', call);
    const { code } = readBody(call, v.object({ code: text }));
    // The count of failures must be committed, so the transaction returns the error instead of throwing it.
    const outcome = await call.auth.database.transaction((queries) => consume(call, queries, person, code));
    if (outcome instanceof AuthError) throw outcome;
    return { body: outcome };
  },
};

async function consume(call: Call, queries: Queries, { user, session }: AuthenticatedSession, code: string): Promise<TokenResponse | AuthError> {
  const set = user.factors.find(({ factor_type: type }) => type === 'recovery_code');
  // Does not tell whether the user has codes.
  const wrong = refused('mfa_verification_failed', 'Invalid recovery code entered');
  if (!set) return wrong;
  const failures = await queries.first(
    v.object({ count: v.number(), locked: v.number() }),
    'select count, ceil($2 - extract(epoch from now() - last_at))::int as locked from local_supabase.recovery_code_failures where factor_id = $1',
    [set.id, LOCKED_S],
  );
  if (failures && failures.count >= MOST_FAILURES && failures.locked > 0) {
    return new AuthError('Too many invalid recovery codes, try again later or use another factor', {
      status: 429,
      code: 'mfa_recovery_codes_locked',
      retryAfter: failures.locked,
    });
  }
  const taken = await queries.run('update local_supabase.recovery_codes set used_at = now() where factor_id = $1 and code_hash = $2 and used_at is null', [
    set.id,
    hashOf(code),
  ]);
  const rejection = await reportCodeAttempt(call, queries, set, taken === 1);
  if (rejection) return rejection;
  if (taken !== 1) {
    await queries.run(
      `insert into local_supabase.recovery_code_failures as f (factor_id, count) values ($1, 1)
       on conflict (factor_id) do update set last_at = now(),
         count = case when f.last_at < now() - make_interval(secs => $2) then 1 else f.count + 1 end`,
      [set.id, LOCKED_S],
    );
    return wrong;
  }
  await queries.run('delete from local_supabase.recovery_code_failures where factor_id = $1', [set.id]);
  return raiseSession(call, queries, session, set);
}

/** `DELETE /factors/recovery-codes`: removes the set. */
const unenroll: Endpoint = {
  method: 'DELETE',
  path: PATH,
  async handle(call) {
    const person = await authenticateSession(call);
    requireSecondFactor(person);
    const set = setOf(person.user);
    await call.auth.database.transaction((queries) => removeFactor(queries, set));
    return { body: { id: set.id } };
  },
};

/** The endpoints of recovery codes (`auth.mfa.recoveryCodes` of supabase-js). */
export const recoveryCodeEndpoints: readonly Endpoint[] = [status, generate, regenerate, verify, unenroll];
