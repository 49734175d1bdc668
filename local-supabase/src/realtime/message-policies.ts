import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { postgresError, RoleError } from '../database/database.ts';
import type { Claims, Database, Queries } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';

/** The subject of the policies. */
interface PolicyContext {
  database: Database;
  claims: Claims;
  topic: string;
}

/** What a client may do in a topic. In private topics, the policies decide. As on a hosted project, results are cached until the token changes. */
export class ChannelRights {
  readonly #context: PolicyContext | undefined;
  readonly #reads = new Map<Extension, boolean>();
  #writes: Set<Extension> | undefined;

  private constructor(context: PolicyContext | undefined) {
    this.#context = context;
  }

  /** The rights in a public topic: everything is allowed. */
  static ofPublic(): ChannelRights {
    return new ChannelRights(undefined);
  }

  /** The rights in a private topic. */
  static ofPrivate(database: Database, claims: Claims, topic: string): ChannelRights {
    return new ChannelRights({ database, claims, topic });
  }

  /** Whether the client may receive this, according to earlier calls of askReads. */
  reads(extension: Extension): boolean {
    return !this.#context || this.#reads.get(extension) === true;
  }

  /** Evaluates the read policies that have not been evaluated yet. */
  async askReads(...extensions: Extension[]): Promise<void> {
    const open = extensions.filter((extension) => !this.#reads.has(extension));
    if (!this.#context || open.length === 0) return;
    const { database, claims, topic } = this.#context;
    const allowed = await readableExtensions(database, claims, topic, open);
    for (const extension of open) this.#reads.set(extension, allowed.has(extension));
  }

  /** Whether the client may send this. */
  async mayWrite(extension: Extension): Promise<boolean> {
    if (!this.#context) return true;
    const { database, claims, topic } = this.#context;
    this.#writes ??= await writableExtensions(database, claims, topic, ['broadcast', 'presence']);
    return this.#writes.has(extension);
  }

  /** Whether a read right of an earlier token is gone. */
  hasLost(before: ChannelRights): boolean {
    return [...before.#reads].some(([extension, allowed]) => allowed && this.#reads.get(extension) === false);
  }
}

/** The values of the column `extension`, which the policies on realtime.messages decide about separately. */
type Extension = 'broadcast' | 'presence';

/** A policy on realtime.messages failed, so it allows nothing. */
class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const ROLL_BACK = { shouldCommit: () => false };

/**
 * The extensions of a private topic that the policies let a client receive: inserts a message temporarily and checks whether
 * the client can see it (supabase/realtime, lib/realtime/tenants/authorization.ex).
 */
function readableExtensions(database: Database, claims: Claims, topic: string, extensions: readonly Extension[]): Promise<Set<Extension>> {
  return orNone(async () => {
    const probes = extensions.map((extension) => ({ extension, id: randomUUID() }));
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
      { settings: settingsOf(topic, claims), ...ROLL_BACK },
    );
    const visible = new Set(found.map(({ id }) => id));
    return new Set(probes.filter(({ id }) => visible.has(id)).map(({ extension }) => extension));
  });
}

/** The extensions of a private topic that the policies let a client send: tries to insert such a message and rolls back. */
export function writableExtensions(database: Database, claims: Claims, topic: string, extensions: readonly Extension[]): Promise<Set<Extension>> {
  return orNone(() =>
    database.as(
      claims,
      async (queries) => {
        const allowed = new Set<Extension>();
        for (const extension of extensions) if (await mayInsert(queries, topic, extension)) allowed.add(extension);
        return allowed;
      },
      { settings: settingsOf(topic, claims), ...ROLL_BACK },
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

async function orNone(ask: () => Promise<Set<Extension>>): Promise<Set<Extension>> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof RoleError) return new Set();
    const reason = cause instanceof Error ? cause.message : String(cause);
    reportFailure(new PolicyError(`A policy on realtime.messages failed, so the channel is closed to all clients: ${reason}. Correct it.`, { cause }));
    return new Set();
  }
}
