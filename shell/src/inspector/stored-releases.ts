import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformLogEntry, PlatformRemote } from '@atrium/releases/wire';
import { useEffect, useState } from 'react';
import { fetchLog, fetchState, LOG_PAGE_SIZE } from '../platform/platform-requests.ts';
import { problemOf, type InspectorProblem } from './replacement.ts';

/** A release that a part can be replaced by. */
export interface StoredRelease {
  /** Null for the live release of a part whose preview hides its id. */
  readonly id: string | null;
  readonly role: 'live' | 'canary' | 'previous' | 'quarantined' | 'preview' | 'earlier';
  /** Percentage of visitors; null except for a canary. */
  readonly percent: number | null;
  /** When it was last made live or the canary, in ISO 8601; null if that is not known. */
  readonly when: string | null;
}

/** The loaded part of a remote's history. */
interface KnownReleases {
  readonly remote: PlatformRemote;
  readonly log: readonly PlatformLogEntry[];
  readonly isComplete: boolean;
}

/** The releases of a remote, as far as they have loaded. */
export interface StoredReleases {
  /** Null before the first response. */
  readonly releases: readonly StoredRelease[] | null;
  readonly problem: InspectorProblem | null;
  readonly retry: () => void;
  /** Loads older ones; null if there are none. */
  readonly loadOlder: (() => Promise<void>) | null;
}

/** Loads the releases of a remote: those that the registry names, then those that its history names. */
export function useStoredReleases(auth: AuthHandle, name: string): StoredReleases {
  const [known, setKnown] = useState<KnownReleases | null>(null);
  const [problem, setProblem] = useState<InspectorProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    void Promise.all([fetchState(auth), fetchLog(auth, { name, before: null })]).then(([state, log]) => {
      if (isCancelled) return;
      const remote = state.ok ? state.value.remotes.find((one) => one.name === name) : undefined;
      if (!state.ok) setProblem(problemOf(state.refusal.problem));
      else if (!log.ok) setProblem(problemOf(log.refusal.problem));
      else if (!remote) setProblem('unavailable');
      else setKnown({ remote, log: log.value, isComplete: log.value.length < LOG_PAGE_SIZE });
    });
    return () => {
      isCancelled = true;
    };
  }, [auth, name, attempt]);
  const loadOlder = async () => {
    const outcome = await fetchLog(auth, { name, before: known?.log.at(-1)?.revision ?? null });
    setProblem(outcome.ok ? null : problemOf(outcome.refusal.problem));
    if (outcome.ok) setKnown((now) => now && { ...now, log: [...now.log, ...outcome.value], isComplete: outcome.value.length < LOG_PAGE_SIZE });
  };
  return {
    releases: known && releasesOf(known),
    problem,
    retry: () => {
      setProblem(null);
      setAttempt(attempt + 1);
    },
    loadOlder: known && !known.isComplete ? loadOlder : null,
  };
}

function releasesOf({ remote: { live, previous, canary, quarantined }, log }: KnownReleases): readonly StoredRelease[] {
  const times = new Map<string, string>();
  // The newest entry of each release is the first.
  for (const { action, release, replaced, canary: moved, when } of log) {
    const id = action === 'canary' ? (moved?.release ?? null) : release;
    if (id !== null && id !== replaced && !times.has(id)) times.set(id, when);
  }
  const roles: readonly (readonly [string | null, StoredRelease['role']])[] = [
    [canary?.release ?? null, 'canary'],
    [live, 'live'],
    [previous, 'previous'],
    ...[...times.keys()].map((id) => [id, quarantined.includes(id) ? 'quarantined' : 'earlier'] as const),
  ];
  const releases = new Map<string, StoredRelease>();
  for (const [id, role] of roles) {
    if (id === null || releases.has(id)) continue;
    releases.set(id, { id, role, percent: role === 'canary' ? (canary?.percent ?? null) : null, when: times.get(id) ?? null });
  }
  return [...releases.values()];
}
