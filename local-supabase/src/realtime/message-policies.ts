import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { RoleError } from '../database/assumable-role.ts';
import type { Database, Queries } from '../database/database.ts';
import { postgresError } from '../database/postgres-error.ts';
import { reportFailure } from '../http/report-failure.ts';
import type { Claims } from '../keys/claims.ts';

/** What the policies on realtime.messages decide about, each by itself: the column `extension`. */
export type Extension = 'broadcast' | 'presence';

/** A policy on realtime.messages that cannot be evaluated: nobody gets through it. */
class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const undo = { stays: () => false };

/**
 * Which extensions of a private topic the policies let somebody receive: a message that is there for the length of a question
 * is visible to them or not, as hosted (supabase/realtime, lib/realtime/tenants/authorization.ex).
 */
export function readable(database: Database, claims: Claims, topic: string, asked: readonly Extension[]): Promise<Set<Extension>> {
  return decided(async () => {
    const probes = asked.map((extension) => ({ extension, id: randomUUID() }));
    const found = await database.as(
      claims,
      async (queries) => {
        await queries.run('set local role none');
        for (const { extension, id } of probes) {
          await queries.run('insert into realtime.messages (id, topic, extension) values ($1, $2, $3)', [id, topic, extension]);
        }
        await queries.run(`select set_config('role', $1, true)`, [claims.role]);
        return queries.rows(v.object({ id: v.string() }), 'select id from realtime.messages where id = any($1)', [probes.map(({ id }) => id)]);
      },
      { settings: settingsOf(topic, claims), ...undo },
    );
    const visible = new Set(found.map(({ id }) => id));
    return new Set(probes.filter(({ id }) => visible.has(id)).map(({ extension }) => extension));
  });
}

/** Which extensions of a private topic the policies let somebody send: whether they may insert such a message. Nothing of it stays. */
export function writable(database: Database, claims: Claims, topic: string, asked: readonly Extension[]): Promise<Set<Extension>> {
  return decided(() =>
    database.as(
      claims,
      async (queries) => {
        const allowed = new Set<Extension>();
        for (const extension of asked) if (await mayInsert(queries, topic, extension)) allowed.add(extension);
        return allowed;
      },
      { settings: settingsOf(topic, claims), ...undo },
    ),
  );
}

async function mayInsert(queries: Queries, topic: string, extension: Extension): Promise<boolean> {
  await queries.run('savepoint probe');
  try {
    await queries.run('insert into realtime.messages (topic, extension) values ($1, $2)', [topic, extension]);
    return true;
  } catch (error) {
    await queries.run('rollback to savepoint probe');
    if (v.is(postgresError, error) && error.code === '42501') return false;
    throw error;
  }
}

function settingsOf(topic: string, { role, sub }: Claims): Record<string, string> {
  return { 'realtime.topic': topic, 'request.jwt.claim.sub': sub ?? '', 'request.jwt.claim.role': role, 'request.headers': '{}' };
}

async function decided(ask: () => Promise<Set<Extension>>): Promise<Set<Extension>> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof RoleError) return new Set();
    const reason = cause instanceof Error ? cause.message : String(cause);
    reportFailure(new PolicyError(`A policy on realtime.messages failed, so that the channel is closed to everybody: ${reason}. Correct it.`, { cause }));
    return new Set();
  }
}
