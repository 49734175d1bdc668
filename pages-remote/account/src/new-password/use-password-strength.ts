import { useCallback, useEffect, useRef, useState } from 'react';
import type { Strength } from './strength.ts';

/** Milliseconds without a key after which a password is looked at: long enough that a screen reader hears words, not letters. */
const PAUSE_MS = 400;

const loadEstimate = () => import(/* webpackChunkName: "password-strength" */ './estimate-strength.ts');

/**
 * How strong what is typed into a field is; null as long as that is not known. The code for it is asked for with the
 * first letter, and estimates when the typing pauses. Where it does not come there is no meter: it is a help, and what
 * password is good enough is for the auth service to say.
 *
 * @param personal what else is known of the person, for the moment when it is needed
 */
export function usePasswordStrength(
  personal: (input: HTMLInputElement) => readonly string[],
): readonly [strength: Strength | null, watch: (input: HTMLInputElement) => void] {
  const [strength, setStrength] = useState<Strength | null>(null);
  const timer = useRef<number>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);

  const watch = useCallback(
    (input: HTMLInputElement) => {
      clearTimeout(timer.current);
      if (input.value === '') {
        setStrength(null);
        return;
      }
      const loading = loadEstimate();
      timer.current = window.setTimeout(() => {
        loading.then(
          ({ estimateStrength }) => {
            // What stands there now: the code may have taken its time.
            if (isGone.current) return;
            setStrength(input.value === '' ? null : estimateStrength(input.value, personal(input)));
          },
          () => {
            setStrength(null);
          },
        );
      }, PAUSE_MS);
      // Before the pause ends nobody else looks.
      loading.catch(() => undefined);
    },
    [personal],
  );
  return [strength, watch];
}
