import type { Connect, Connection } from './client.ts';
import { fetchCredentials } from './credentials.ts';
import { describeFailure, type LogFailure } from './errors.ts';
import { text } from './messages.ts';
import { hasStoredSession } from './stored-session.ts';

/** Longest wait for a shell that does not report its first page, in milliseconds. */
const FIRST_PAGE_LIMIT_MS = 8_000;

/** The code with supabase-js did not arrive. Safe to try again. */
class ClientCodeError extends Error {
  override readonly name = 'ClientCodeError';
  readonly code = 'network';

  constructor(cause: unknown) {
    super(text('client.notLoaded'), { cause });
  }
}

/** Loads the one client of the tab. It requests nothing before the first {@link ClientLoader.open}. */
export class ClientLoader {
  readonly #code: () => Promise<Connect>;
  readonly #logFailure: LogFailure;
  #credentials = onceSuccessful(fetchCredentials);
  #attempt: Promise<Connection> | null = null;
  #opened: Connection | null = null;
  #endWait = (): void => undefined;
  readonly #waitEnded = new Promise<void>((resolve) => {
    this.#endWait = resolve;
  });

  /**
   * @param loadConnect loads supabase-js and the code that needs it. Without a stored session, this waits for the first
   * page, which does not need it
   */
  constructor(loadConnect: () => Promise<Connect>, logFailure: LogFailure) {
    this.#logFailure = logFailure;
    this.#code = onceSuccessful(() =>
      loadConnect().catch((cause: unknown) => {
        throw new ClientCodeError(cause);
      }),
    );
  }

  /** The connection; null before {@link open} has succeeded. */
  get opened(): Connection | null {
    return this.#opened;
  }

  /** Connects. Shares a pending attempt, keeps the connection, and tries again after a failure. */
  open(): Promise<Connection> {
    this.#attempt = this.#open();
    return this.#attempt;
  }

  /** The last attempt, even a failed one, for React's `use`: a component that renders again must not cause another attempt. */
  lastAttempt(): Promise<Connection> {
    return this.#attempt ?? this.open();
  }

  /** Loads supabase-js without waiting for the first page: that page is on screen, or the client is needed now. */
  loadNow(): void {
    this.#endWait();
  }

  readonly #open = onceSuccessful(async () => {
    try {
      const [credentials, connect] = await Promise.all([this.#credentials(), this.#waitForFirstPage().then(this.#code)]);
      try {
        this.#opened = connect(credentials);
      } catch (refusal) {
        // The client refused the credentials: the next attempt fetches them again.
        this.#credentials = onceSuccessful(fetchCredentials);
        throw refusal;
      }
      return this.#opened;
    } catch (error) {
      this.#logFailure('initialize', describeFailure(error));
      throw error;
    }
  });

  async #waitForFirstPage(): Promise<void> {
    if (hasStoredSession()) return;
    setTimeout(this.#endWait, FIRST_PAGE_LIMIT_MS);
    await this.#waitEnded;
  }
}

/** Runs the work until it succeeds once. Parallel calls share one run; after a failure, the next call tries again. */
export function onceSuccessful<T>(work: () => Promise<T>): () => Promise<T> {
  let run: Promise<T> | null = null;
  return () => {
    run ??= work().catch((error: unknown) => {
      run = null;
      throw error;
    });
    return run;
  };
}
