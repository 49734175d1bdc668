import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ActionFailure, failureOf } from '../failure/action-failure.ts';

/** What a screen loads when it opens. */
export interface Loaded<Data> {
  /** Null until it is loaded. */
  readonly data: Data | null;
  /** Why the last attempt to load it failed. */
  readonly failure: ActionFailure | null;
  /** Loads it again. The current data stays until then. */
  readonly reload: () => void;
  /** Changes the loaded data, after the same change at the service. A response that is still on its way may be older, and is replaced by a new one. */
  readonly change: (change: (data: Data) => Data) => void;
}

/**
 * Loads data, and loads it again when the browser is back online after a failure.
 *
 * @param load an action of the sign-in, or another function that never changes
 * @param version loads it again when it changes
 */
export function useLoaded<Data>(load: () => Promise<Data>, version?: string): Loaded<Data> {
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOutdated = useRef(false);

  useEffect(() => {
    let isStale = false;
    isOutdated.current = false;
    load().then(
      (loaded) => {
        if (isStale) return;
        // Only now: parallel calls of an action share one response.
        if (isOutdated.current) return setAttempt((current) => current + 1);
        setData(loaded);
        setFailure(null);
      },
      (error: unknown) => {
        if (!isStale) setFailure(failureOf(error));
      },
    );
    return () => {
      isStale = true;
    };
  }, [load, attempt, version]);

  function reload(): void {
    setFailure(null);
    setAttempt((current) => current + 1);
  }

  useRetryOnline(failure !== null, reload);

  return {
    data,
    failure,
    reload,
    change(change) {
      isOutdated.current = true;
      setData((current) => (current === null ? null : change(current)));
    },
  };
}

/** Tries what has failed again when the browser is back online. */
export function useRetryOnline(hasFailed: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!hasFailed) return;
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [hasFailed]);
}
