import { useMemo } from 'react';
import type { Factor } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import type { ActionFailure } from '../failure/action-failure.ts';
import { useLoaded } from '../form/use-loaded.ts';

interface Factors {
  /** The user's verified factors, oldest first; null until they are loaded. */
  readonly factors: readonly Factor[] | null;
  /** Why the last attempt to load them failed. */
  readonly failure: ActionFailure | null;
  /** Loads them again. The current list stays until then. */
  readonly reload: () => void;
  /** Adds a factor to the list after it was verified. */
  readonly add: (factor: Factor) => void;
  /** Renames a factor in the list after it was renamed. */
  readonly rename: (id: string, name: string) => void;
  /** Removes a factor from the list after it was deleted. */
  readonly drop: (id: string) => void;
}

/** Loads the user's second factors from the service. */
export function useFactors(): Factors {
  const { data, failure, reload, change } = useLoaded(useAuth((auth) => auth.mfa.factors));
  const factors = useMemo(() => data && data.filter(({ status }) => status === 'verified').sort(byAge), [data]);
  return {
    factors,
    failure,
    reload,
    add(factor) {
      change((current) => [...current.filter(({ id }) => id !== factor.id), factor]);
    },
    rename(id, friendlyName) {
      change((current) => current.map((factor) => (factor.id === id ? { ...factor, friendlyName } : factor)));
    },
    drop(id) {
      change((current) => current.filter((factor) => factor.id !== id));
    },
  };
}

function byAge(one: Factor, other: Factor): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}
