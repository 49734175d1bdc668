import { useCallback, useEffect, useState } from 'react';

/** The longest pause that is restored from storage, in milliseconds. The service asks for minutes at most. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Counts whole seconds down to zero. It follows the clock, so that it is right after the computer was asleep, and continues
 * after a reload, because the service would refuse an early retry anyway.
 *
 * @param name key under which the pause is stored
 * @param initialSeconds pause that starts now; the longer one wins when another is stored
 */
export function useCountdown(name: string, initialSeconds = 0): readonly [secondsLeft: number, start: (seconds: number) => void] {
  const [{ end, now }, setTime] = useState(() => timeFrom(Math.max(initialSeconds, readStoredPause(name))));
  useEffect(() => {
    const started = Date.now();
    if (started >= end) return undefined;
    storePause(name, started, end);
    const timer = setInterval(() => {
      const time = Date.now();
      if (time >= end) clearInterval(timer);
      setTime((current) => (current.now < current.end ? { ...current, now: time } : current));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [name, end]);
  const start = useCallback((seconds: number) => {
    setTime(timeFrom(seconds));
  }, []);
  return [Math.max(0, Math.ceil((end - now) / 1000)), start];
}

function timeFrom(seconds: number): { readonly end: number; readonly now: number } {
  const now = Date.now();
  return { now, end: Math.ceil(now + seconds * 1000) };
}

const storageKey = (name: string) => `atrium.account.pause.${name}`;

/** Stores a pause for the lifetime of the tab: its start and end in milliseconds since 1970, and nothing about the account. */
function storePause(name: string, start: number, end: number): void {
  try {
    sessionStorage.setItem(storageKey(name), `${start} ${end}`);
  } catch {
    // Storage is full or forbidden. After a reload, the service asks for the pause again.
  }
}

/** Seconds left of a stored pause; 0 when there is none, or when it is implausible: the clock was set back, or another script wrote it. */
function readStoredPause(name: string): number {
  try {
    // Not parsed with a schema: that would load valibot on the first screen.
    const [, start, end] = /^(\d{1,16}) (\d{1,16})$/.exec(sessionStorage.getItem(storageKey(name)) ?? '')?.map(Number) ?? [];
    const now = Date.now();
    if (start === undefined || end === undefined || now < start || end - start > MAX_PAUSE_MS) return 0;
    return Math.max(0, (end - now) / 1000);
  } catch {
    return 0;
  }
}
