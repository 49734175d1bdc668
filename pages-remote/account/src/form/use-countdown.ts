import { useCallback, useEffect, useState } from 'react';
import { tryTabStorage } from './tab-storage.ts';

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
  const key = `atrium.account.pause.${name}`;
  const [{ end, now }, setTime] = useState(() => timeFrom(Math.max(initialSeconds, readStoredPause(key))));
  useEffect(() => {
    const started = Date.now();
    if (started >= end) return undefined;
    storePause(key, started, end);
    const timer = setInterval(() => {
      const time = Date.now();
      if (time >= end) clearInterval(timer);
      setTime((current) => (current.now < current.end ? { ...current, now: time } : current));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [key, end]);
  const start = useCallback((seconds: number) => {
    setTime(timeFrom(seconds));
  }, []);
  return [Math.max(0, Math.ceil((end - now) / 1000)), start];
}

function timeFrom(seconds: number): { readonly end: number; readonly now: number } {
  const now = Date.now();
  return { now, end: Math.ceil(now + seconds * 1000) };
}

/** Stores a pause as its start and end in milliseconds since 1970, and nothing about the account. */
function storePause(key: string, start: number, end: number): void {
  tryTabStorage((storage) => storage.setItem(key, `${start} ${end}`));
}

/** Seconds left of a stored pause; 0 when there is none, or when it is implausible: the clock was set back, or another script wrote it. */
function readStoredPause(key: string): number {
  // Not parsed with a schema: that would load valibot on the first screen.
  const stored = tryTabStorage((storage) => storage.getItem(key)) ?? '';
  const [, start, end] = /^(\d{1,16}) (\d{1,16})$/.exec(stored)?.map(Number) ?? [];
  const now = Date.now();
  if (start === undefined || end === undefined || now < start || end - start > MAX_PAUSE_MS) return 0;
  return Math.max(0, (end - now) / 1000);
}
