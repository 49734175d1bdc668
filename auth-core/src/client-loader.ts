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

/** Loads the one client of the tab. */
export interface ClientLoader {
  /** Connects. Shares a pending attempt, keeps the connection, and tries again after a failure. */
  open(): Promise<Connection>;
  /** The connection; null before {@link open} has succeeded. */
  opened(): Connection | null;
  /** The last attempt, even a failed one, for React's `use`: a component that renders again must not cause another attempt. */
  lastAttempt(): Promise<Connection>;
  /** Loads supabase-js without waiting for the first page: that page is on screen, or the client is needed now. */
  readonly loadNow: () => void;
}

/**
 * Creates the loader. It requests nothing before the first {@link ClientLoader.open}.
 *
 * @param loadConnect loads supabase-js and the code that needs it. Without a stored session, this waits for the first
 * page, which does not need it
 */
export function createClientLoader(loadConnect: () => Promise<Connect>, logFailure: LogFailure): ClientLoader {
  let credentials = onceSuccessful(fetchCredentials);
  const code = onceSuccessful(() =>
    loadConnect().catch((cause: unknown) => {
      throw new ClientCodeError(cause);
    }),
  );
  let attempt: Promise<Connection> | null = null;
  let opened: Connection | null = null;
  let endWait = (): void => undefined;
  const waitEnded = new Promise<void>((resolve) => {
    endWait = resolve;
  });

  async function waitForFirstPage(): Promise<void> {
    if (hasStoredSession()) return;
    setTimeout(endWait, FIRST_PAGE_LIMIT_MS);
    await waitEnded;
  }

  const open = onceSuccessful(async () => {
    try {
      const [found, connect] = await Promise.all([credentials(), waitForFirstPage().then(code)]);
      try {
        opened = connect(found);
      } catch (refusal) {
        // The client refused the credentials: the next attempt fetches them again.
        credentials = onceSuccessful(fetchCredentials);
        throw refusal;
      }
      return opened;
    } catch (error) {
      logFailure('initialize', describeFailure(error));
      throw error;
    }
  });

  const loader: ClientLoader = {
    open() {
      attempt = open();
      return attempt;
    },
    opened: () => opened,
    lastAttempt: () => attempt ?? loader.open(),
    loadNow: endWait,
  };
  return loader;
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
