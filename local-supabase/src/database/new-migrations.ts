import type { Database } from './database.ts';
import { readMigrations, runMigrations } from './migrations.ts';

/** Runs the migrations that were added to the directories of a running backend. */
export class NewMigrations {
  readonly #database: Database;
  readonly #directories: readonly string[];
  readonly #forgetSchema: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param forgetSchema lets the REST API read the schema again; called with exclusive access to the session */
  constructor(database: Database, directories: readonly string[], forgetSchema: () => Promise<void>) {
    this.#database = database;
    this.#directories = directories;
    this.#forgetSchema = forgetSchema;
  }

  /**
   * Reads the directories and runs what is new, after every earlier run: two at a time would run the same file twice.
   * @returns the files that ran
   * @throws StartError when a file cannot be read or fails
   */
  run(): Promise<readonly string[]> {
    const run = this.#last.then(() => this.#runOnce());
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Resolves once no migration is running. */
  async finish(): Promise<void> {
    await this.#last;
  }

  async #runOnce(): Promise<readonly string[]> {
    const migrations = await readMigrations(...this.#directories);
    try {
      return (await runMigrations(this.#database, migrations)).map(({ file }) => file);
    } finally {
      // Also after a failure: the migrations before the failed one have changed the schema.
      await this.#database.exclusive(this.#forgetSchema);
    }
  }
}
