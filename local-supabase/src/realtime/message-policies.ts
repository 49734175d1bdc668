import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { postgresError, RoleError } from '../database/database.ts';
import type { Claims, Database, Queries } from '../database/database.ts';
import { reportFailure } from '../errors/errors.ts';

/** Whom the policies are asked about. */
interface Question {
  database: Database;
  claims: Claims;
  topic: string;
}

/** What somebody may do in a topic. Of a private one the policies decide, each question once until the token changes, as hosted. */
export class ChannelRights {
  readonly #ask: Question | undefined;
  readonly #reads = new Map<Extension, boolean>();
  #writes: Set<Extension> | undefined;

  private constructor(ask: Question | undefined) {
    this.#ask = ask;
  }

  /** Everybody's rights in a public topic: all. */
  static ofPublic(): ChannelRights {
    return new ChannelRights(undefined);
  }

  /** Somebody's rights in a private topic. */
  static ofPrivate(database: Database, claims: Claims, topic: string): ChannelRights {
    return new ChannelRights({ database, claims, topic });
  }

  /** Whether this may be received, as far as it has been asked. */
  reads(extension: Extension): boolean {
    return !this.#ask || this.#reads.get(extension) === true;
  }

  /** Asks what may be received, if it has not been asked yet. */
  async askReads(...extensions: Extension[]): Promise<void> {
    const open = extensions.filter((extension) => !this.#reads.has(extension));
    if (!this.#ask || open.length === 0) return;
    const { database, claims, topic } = this.#ask;
    const allowed = await readable(database, claims, topic, open);
    for (const extension of open) this.#reads.set(extension, allowed.has(extension));
  }

  /** Whether this may be sent. */
  async mayWrite(extension: Extension): Promise<boolean> {
    if (!this.#ask) return true;
    const { database, claims, topic } = this.#ask;
    this.#writes ??= await writable(database, claims, topic, ['broadcast', 'presence']);
    return this.#writes.has(extension);
  }

  /** Whether something could be received before that cannot be any more. */
  hasLost(before: ChannelRights): boolean {
    return [...before.#reads].some(([extension, allowed]) => allowed && this.#reads.get(extension) === false);
  }
}

/** What the policies on realtime.messages decide about, each by itself: the column `extension`. */
type Extension = 'broadcast' | 'presence';

/** A policy on realtime.messages that cannot be evaluated: nobody gets through it. */
class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const UNDO = { stays: () => false };

/**
 * Which extensions of a private topic the policies let somebody receive: a message that is there for the length of a question
 * is visible to them or not, as hosted (supabase/realtime, lib/realtime/tenants/authorization.ex).
 */
function readable(database: Database, claims: Claims, topic: string, asked: readonly Extension[]): Promise<Set<Extension>> {
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
      { settings: settingsOf(topic, claims), ...UNDO },
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
      { settings: settingsOf(topic, claims), ...UNDO },
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
