import { useEffect, useState } from 'react';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { FAULT } from '../failure/failure-text.ts';

export interface Factors {
  /** The person's verified factors, oldest first; null until they are known. */
  readonly factors: readonly Factor[] | null;
  /** Why they could not be read the last time. */
  readonly failure: ActionFailure | null;
  /** Reads them again. What is known stays until the answer is there. */
  readonly reload: () => void;
  /** Leaves one out that has just been removed. */
  readonly drop: (id: string) => void;
}

/** Asks the service which second factors the person has. */
export function useFactors(): Factors {
  const readFactors = useAuth((auth) => auth.mfa.factors);
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    readFactors().then(
      (all) => {
        if (left) return;
        setFactors(all.filter(({ status }) => status === 'verified').sort(compareAge));
        setFailure(null);
      },
      (error: unknown) => {
        if (left) return;
        const problem = readActionFailure(error);
        setFailure(problem ?? FAULT);
        if (!problem) reportError(error);
      },
    );
    return () => {
      left = true;
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

function compareAge(one: Factor, other: Factor): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}
