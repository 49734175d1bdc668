import { useCallback, useEffect, useState } from 'react';

/** Counts whole seconds down to zero, by the clock, so that a sleeping computer does not stop it. */
export function useCountdown(initialSeconds = 0): readonly [secondsLeft: number, start: (seconds: number) => void] {
  const [{ end, now }, setTime] = useState(() => timeFrom(initialSeconds));
  useEffect(() => {
    if (Date.now() >= end) return undefined;
    const timer = setInterval(() => {
      const time = Date.now();
      if (time >= end) clearInterval(timer);
      setTime((current) => (current.now < current.end ? { ...current, now: time } : current));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [end]);
  const start = useCallback((seconds: number) => {
    setTime(timeFrom(seconds));
  }, []);
  return [Math.max(0, Math.ceil((end - now) / 1000)), start];
}

function timeFrom(seconds: number): { readonly end: number; readonly now: number } {
  const now = Date.now();
  return { now, end: now + seconds * 1000 };
}
