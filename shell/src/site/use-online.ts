import { useEffect, useEffectEvent } from 'react';

/** Calls the function whenever the browser says that it is online again. */
export function useOnline(act: () => void): void {
  const onOnline = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onOnline();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
