import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import * as v from 'valibot';
import { Project, type Person } from '../project.ts';

const waitingSchema = v.tuple([v.object({ waits: v.boolean() })]);
const processSchema = v.tuple([v.object({ pid: v.number() })]);

/** A connection of its own to the database of a project. */
export class Session {
  readonly #client: Client;
  readonly #claims: Readonly<Record<string, string>>;
  /** The process of the server that serves it. */
  readonly process: number;
  /** Whether a statement runs. */
  isBusy = false;

  private constructor(client: Client, claims: Readonly<Record<string, string>>, process: number) {
    this.#client = client;
    this.#claims = claims;
    this.process = process;
  }

  static async open(folder: string, claims: Readonly<Record<string, string>>): Promise<Session> {
    const client = new Client({ host: folder, user: 'supabase_admin', database: 'postgres' });
    await client.connect();
    const [{ pid }] = v.parse(processSchema, (await client.query('select pg_backend_pid() as pid')).rows);
    return new Session(client, claims, pid);
  }

  /** Begins a transaction as the Data API does: with the role and the claims of its person. */
  async begin(isolation: 'read committed' | 'repeatable read' = 'read committed'): Promise<void> {
    await this.#client.query(`begin isolation level ${isolation}`);
    await this.#client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
      [JSON.stringify(this.#claims), this.#claims['role'] ?? 'anon'],
    );
  }

  /** Runs a statement. Rejects with an error that has its SQLSTATE in `code`. */
  async run(sql: string, ...parameters: readonly unknown[]): Promise<readonly unknown[]> {
    this.isBusy = true;
    try {
      const { rows } = await this.#client.query<Record<string, unknown>>(sql, [...parameters]);
      return rows;
    } finally {
      this.isBusy = false;
    }
  }

  async commit(): Promise<void> {
    await this.#client.query('commit');
  }

  async rollback(): Promise<void> {
    await this.#client.query('rollback');
  }

  /** Runs a statement in a transaction of its own. */
  async alone(sql: string, ...parameters: readonly unknown[]): Promise<readonly unknown[]> {
    this.isBusy = true;
    await this.begin();
    try {
      const rows = await this.run(sql, ...parameters);
      await this.commit();
      return rows;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** A project on a PostgreSQL server, and connections to its database. */
export class SharedDatabase {
  readonly project: Project;
  readonly #directory: string;
  readonly #sessions: Session[] = [];

  private constructor(project: Project, directory: string) {
    this.project = project;
    this.#directory = directory;
  }

  static async start(): Promise<SharedDatabase> {
    const directory = await mkdtemp(path.join(tmpdir(), 'shared-'));
    return new SharedDatabase(await Project.start(`--data-dir=${directory}`), directory);
  }

  /** Starts another backend on the same database and the same files. Its change feed takes changes away from the other one's. */
  anotherBackend(): Promise<Project> {
    return Project.start(`--data-dir=${this.#directory}`);
  }

  /** Opens a connection for a person. */
  session({ id, email }: Pick<Person, 'id' | 'email'>): Promise<Session> {
    return this.#open({ role: 'authenticated', sub: id, email, aal: 'aal1' });
  }

  /** Opens a connection with all rights. */
  adminSession(): Promise<Session> {
    return this.#open({ role: 'service_role' });
  }

  /** Resolves when a session waits for a lock of another one. @throws Error if it waits for none */
  async untilWaiting(waiting: Session): Promise<void> {
    const observer = await this.adminSession();
    for (let waits = false; !waits; ) {
      if (!waiting.isBusy) throw new Error('The session does not wait.');
      [{ waits }] = v.parse(waitingSchema, await observer.run('select cardinality(pg_blocking_pids($1)) > 0 as waits', waiting.process));
    }
  }

  /** Closes all connections and stops the backend. */
  async stop(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()));
    await this.project.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #open(claims: Readonly<Record<string, string>>): Promise<Session> {
    const session = await Session.open(path.join(this.#directory, 'postgres'), claims);
    this.#sessions.push(session);
    return session;
  }
}
