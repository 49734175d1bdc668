import { useEffect, useState } from 'react';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, failureOf } from '../failure/action-failure.ts';

interface Factors {
  /** The user's verified factors, oldest first; null until they are loaded. */
  readonly factors: readonly Factor[] | null;
  /** Why the last attempt to load them failed. */
  readonly failure: ActionFailure | null;
  /** Loads them again. The current list stays until then. */
  readonly reload: () => void;
  /** Removes a factor from the list after it was deleted. */
  readonly drop: (id: string) => void;
}

/** Loads the user's second factors from the service. */
export function useFactors(): Factors {
  const readFactors = useAuth((auth) => auth.mfa.factors);
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isStale = false;
    readFactors().then(
      (all) => {
        if (isStale) return;
        setFactors(all.filter(({ status }) => status === 'verified').sort(byAge));
        setFailure(null);
      },
      (error: unknown) => {
        if (!isStale) setFailure(failureOf(error));
      },
    );
    return () => {
      isStale = true;
    };
  }, [readFactors, attempt]);

  function reload(): void {
    setFailure(null);
    setAttempt((current) => current + 1);
  }

  useEffect(() => {
    if (!failure) return;
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [failure]);

  return {
    factors,
    failure,
    reload,
    drop(id) {
      setFactors((current) => current?.filter((factor) => factor.id !== id) ?? null);
    },
  };
}

function byAge(one: Factor, other: Factor): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}
