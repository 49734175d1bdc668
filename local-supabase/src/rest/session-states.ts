import * as v from 'valibot';
import { ProgramState } from '../database/program-state.ts';
import type { ExposedConnection, Introspection } from './exposed-connection.ts';

/** The JavaScript functions that a WebAssembly program calls. */
type Imports = Readonly<Record<string, unknown>>;
type Instantiate = (imports: Readonly<Record<string, Imports>>, done: unknown) => unknown;

const optionsSchema = v.looseObject({ instantiateWasm: v.custom<Instantiate>((value) => typeof value === 'function') });
const openLibrarySchema = v.custom<(handle: number) => number>((value) => typeof value === 'function');

/** Counts the libraries that Postgres loads, such as pgcrypto. They stay loaded in JavaScript, whatever the memory of Postgres says. */
export class LoadedLibraries {
  #count = 0;
  /** The extension of PGlite that counts. */
  readonly extension = {
    name: 'loaded-libraries',
    setup: (_session: unknown, options: unknown) => {
      const { instantiateWasm, ...others } = v.parse(optionsSchema, options);
      const counted: Instantiate = (imports, done) => instantiateWasm({ ...imports, env: this.#counting(imports['env'] ?? {}) }, done);
      // Without decoding, a library is linked when Postgres loads it. Otherwise each start would link those of all extensions.
      return Promise.resolve({ emscriptenOpts: { ...others, instantiateWasm: counted, noWasmDecoding: true } });
    },
  };

  /** How many libraries have been loaded. */
  get count(): number {
    return this.#count;
  }

  #counting(imports: Imports): Imports {
    const open = v.parse(openLibrarySchema, imports['_dlopen_js']);
    const count = (handle: number): number => {
      this.#count += 1;
      return open(handle);
    };
    return { ...imports, _dlopen_js: count };
  }
}

/** A session in memory that can be saved. */
export interface SavableSession {
  readonly connection: ExposedConnection;
  readonly libraries: LoadedLibraries;
  /** Removes the callbacks of `listen`. */
  readonly stopListening: () => Promise<void>;
}

/** A state of a session in memory, to which it can return: tables, roles, settings, locks, temporary tables and everything else. */
export class SessionState {
  readonly #session: SavableSession;
  readonly #program: ProgramState;
  readonly #libraries: number;
  #schema: Introspection | undefined;

  /**
   * Saves the current state. Nothing may use the session meanwhile.
   * @param other a state of the same session, to share what is equal
   */
  constructor(session: SavableSession, other?: SessionState) {
    this.#session = session;
    this.#libraries = session.libraries.count;
    this.#program = new ProgramState(session.connection.driver.Module, other && other.#program);
  }

  /**
   * Returns the session to this state. Nothing may use it meanwhile.
   * @returns whether that was possible: not after a library was loaded, or after Postgres crashed
   */
  async restore(): Promise<boolean> {
    const { connection, libraries, stopListening } = this.#session;
    try {
      await stopListening();
      if (libraries.count !== this.#libraries) return false;
      this.#program.restore();
      // Otherwise `random()` could repeat itself.
      await connection.driver.query('select setseed($1)', [Math.random()]);
      await connection.useSchema(undefined);
      return true;
    } catch {
      return false;
    }
  }

  /** Tells the session the schema of this state, in which it must be. It is read only once. */
  async knowSchema(): Promise<void> {
    const { connection } = this.#session;
    if (this.#schema) await connection.useSchema(this.#schema);
    else this.#schema = await connection.readSchema();
  }
}
