import { Database } from '../database/database.ts';
import { runMigrations } from '../database/migrations.ts';
import type { Migration } from '../database/migrations.ts';
import { openLite } from '../rest/lite-adapter.ts';
import type { Lite } from '../rest/lite-adapter.ts';
import type { SessionState } from '../rest/session-states.ts';
import { applyBaseline, openTemplate } from './template.ts';

/** Maximum number of clusters that wait for the next backend. Each needs about 100 MB. */
const MAX_IDLE = 3;

/** Maximum number of states that a cluster remembers. Each needs some more memory. */
const MAX_STATES = 4;

/** Libraries that most migrations use. A session cannot return to a state from before it loaded a library. */
const LOAD_LIBRARIES = `load 'plpgsql'; load 'pgcrypto'`;

/**
 * Clusters in memory that are used again: when a backend stops, its cluster returns to its state after the migrations for the next
 * backend. For a process that starts many backends, such as the host of a test run. A start of Postgres takes a second of CPU time,
 * this takes 20 ms.
 */
export class KeptClusters {
  /** The last one was used last. */
  readonly #idle: KeptCluster[] = [];

  /**
   * A cluster after these migrations, which no other backend uses. Closing its engine gives it back.
   * @param schemaIsFinal whether the caller changes no schema before it serves requests
   */
  async open(migrations: readonly Migration[], { schemaIsFinal }: { readonly schemaIsFinal: boolean }): Promise<Pick<Lite, 'respond' | 'forgetSchema'> & { database: Database }> {
    const kept = (await this.#restored(migrations, schemaIsFinal)) ?? (await KeptCluster.start());
    const { engine, respond, forgetSchema } = kept.lend(() => this.#takeBack(kept));
    const database = new Database(engine);
    try {
      await kept.migrate(database, migrations);
    } catch (error) {
      await database.close();
      throw error;
    }
    return { database, respond, forgetSchema };
  }

  /** The idle cluster that has run the most of these migrations, without any others. */
  async #restored(migrations: readonly Migration[], schemaIsFinal: boolean): Promise<KeptCluster | undefined> {
    for (let count = migrations.length; count >= 0; count -= 1) {
      const key = keyOf(migrations.slice(0, count));
      const index = this.#idle.findLastIndex((kept) => kept.has(key));
      const [kept] = index < 0 ? [] : this.#idle.splice(index, 1);
      if (!kept) continue;
      if (await kept.restore(key, schemaIsFinal && count === migrations.length)) return kept;
      await kept.end();
      count += 1;
    }
    return undefined;
  }

  async #takeBack(kept: KeptCluster): Promise<void> {
    this.#idle.push(kept);
    if (this.#idle.length > MAX_IDLE) await this.#idle.shift()?.end();
  }
}

/** A cluster with its states after several sequences of migrations. */
class KeptCluster {
  readonly #lite: Lite;
  /** By the migrations. The first is the state without migrations, the last was used last. */
  readonly #states = new Map<string, SessionState>();

  private constructor(lite: Lite) {
    this.#lite = lite;
    this.#states.set(keyOf([]), lite.save());
  }

  static async start(): Promise<KeptCluster> {
    const lite = await openLite({ cluster: await openTemplate() });
    await applyBaseline(new Database(lite.engine));
    await lite.engine.exec(LOAD_LIBRARIES);
    return new KeptCluster(lite);
  }

  has(key: string): boolean {
    return this.#states.has(key);
  }

  /** Returns to a state. Returns whether that was possible. */
  async restore(key: string, knowSchema: boolean): Promise<boolean> {
    const state = this.#states.get(key);
    if (!state || !(await state.restore())) return false;
    this.#use(key, state);
    // Not at the first start with these migrations, which may be the only one.
    if (knowSchema) await state.knowSchema();
    return true;
  }

  /** Runs the migrations that the current state does not have, and remembers the result. */
  async migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
    const key = keyOf(migrations);
    if (this.#states.has(key)) return;
    await runMigrations(database, migrations);
    const [[baseKey, base] = []] = this.#states;
    this.#use(key, await database.exclusive(() => Promise.resolve(this.#lite.save(base))));
    const [, oldest] = this.#states.keys();
    if (this.#states.size > MAX_STATES && oldest !== undefined && oldest !== baseKey) this.#states.delete(oldest);
  }

  /** The session for one backend. After it is closed, it refuses work, because another backend may use the cluster. */
  lend(giveBack: () => Promise<void>): Pick<Lite, 'engine' | 'respond' | 'forgetSchema'> {
    const { engine, respond, forgetSchema } = this.#lite;
    let isClosed = false;
    const whileOpen = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => (...given: A): Promise<R> =>
      isClosed ? Promise.reject(new Error('The database is closed.')) : work(...given);
    return {
      engine: {
        query: whileOpen((sql, parameters) => engine.query(sql, parameters)),
        exec: whileOpen((sql) => engine.exec(sql)),
        listen: whileOpen((channel, callback) => engine.listen(channel, callback)),
        dump: whileOpen(() => engine.dump()),
        close: whileOpen(() => {
          isClosed = true;
          return giveBack();
        }),
      },
      respond: whileOpen(respond),
      forgetSchema: whileOpen(forgetSchema),
    };
  }

  /** Ends Postgres. */
  async end(): Promise<void> {
    // After a crash, it cannot shut down cleanly, and nothing in it is needed.
    await this.#lite.engine.close().catch(() => undefined);
  }

  /** Moves a state to the end, except the one without migrations. */
  #use(key: string, state: SessionState): void {
    if (key === keyOf([])) return;
    this.#states.delete(key);
    this.#states.set(key, state);
  }
}

function keyOf(migrations: readonly Migration[]): string {
  return JSON.stringify(migrations.map(({ version, name, sql }) => [version, name, sql]));
}
