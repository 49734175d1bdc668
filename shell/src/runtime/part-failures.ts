import { Listeners } from './listeners.ts';
import type { FailureStage, RemoteUnavailableError } from './site-source.ts';

/** Maximum stored failures of a part. Earlier ones are only counted. */
const MAX_FAILURES = 20;

/** A failure of a part of the site in this tab. */
interface PartFailure {
  readonly error: RemoteUnavailableError;
  readonly stage: FailureStage;
  /** When it was reported: milliseconds since 1970. */
  readonly at: number;
}

/** The failures of one part. */
export interface FailureList {
  /** All of them, including those that are no longer stored. */
  readonly count: number;
  /** The latest, newest first. */
  readonly latest: readonly PartFailure[];
}

const NONE: FailureList = { count: 0, latest: [] };

/** The failures of modules and of their extensions in this tab, for the inspector. */
export class PartFailures {
  #lists: ReadonlyMap<string, FailureList> = new Map();
  readonly #listeners = new Listeners();

  /** Replaced, never changed, so that React components notice changes. */
  get lists(): ReadonlyMap<string, FailureList> {
    return this.#lists;
  }

  record(error: RemoteUnavailableError, stage: FailureStage): void {
    const key = failureKey(error.remote, error.extension);
    const { count, latest } = this.#lists.get(key) ?? NONE;
    const list = { count: count + 1, latest: [{ error, stage, at: Date.now() }, ...latest].slice(0, MAX_FAILURES) };
    this.#lists = new Map(this.#lists).set(key, list);
    this.#listeners.notify();
  }

  /** The failures of an extension of a module; with null, those of the module's page, start and commands. */
  of(name: string, extension: string | null): FailureList {
    return this.#lists.get(failureKey(name, extension)) ?? NONE;
  }

  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;
}

function failureKey(name: string, extension: string | null): string {
  return extension === null ? name : `${name} ${extension}`;
}
