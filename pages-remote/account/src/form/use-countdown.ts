import { useCallback, useEffect, useState } from 'react';
import { keepPause, readKeptPause } from './kept-pause.ts';

/**
 * Counts whole seconds down to zero, by the clock, so that a sleeping computer does not stop it, and on through a reload.
 *
 * @param name of the form and what it does, by which the end is kept
 * @param initialSeconds that are to be waited from now on, whatever is kept
 */
export function useCountdown(name: string, initialSeconds = 0): readonly [secondsLeft: number, start: (seconds: number) => void] {
  const [{ end, now }, setTime] = useState(() => timeFrom(Math.max(initialSeconds, readKeptPause(name))));
  useEffect(() => {
    const began = Date.now();
    if (began >= end) return undefined;
    keepPause(name, began, end);
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
