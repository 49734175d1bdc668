import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformLogEntry } from '@atrium/releases/platform-wire';
import { useEffect, useState } from 'react';
import { askLog, logPage, type PlatformProblem } from './platform-requests.ts';

interface Known {
  /** Whose history this is. */
  readonly name: string | null;
  readonly entries: readonly PlatformLogEntry[];
  readonly isAll: boolean;
}

/** The history as far as it was asked for. */
export interface History {
  /** Null before the first answer. */
  readonly entries: readonly PlatformLogEntry[] | null;
  readonly isAll: boolean;
  readonly problem: PlatformProblem | null;
  /** Asks for the entries before those that are there. */
  readonly askOlder: () => Promise<void>;
}

/** Reads the history of a remote, or of all; anew with each revision, keeping what was read before. */
export function useHistory(auth: AuthHandle, name: string | null, revision: number): History {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<PlatformProblem | null>(null);
  useEffect(() => {
    let isOver = false;
    void askLog(auth, { name, before: null }).then((outcome) => {
      if (isOver) return;
      setProblem(outcome.ok ? null : outcome.refusal.problem);
      if (outcome.ok) setKnown((before) => withNewest(before?.name === name ? before : null, name, outcome.value));
    });
    return () => {
      isOver = true;
    };
  }, [auth, name, revision]);

  const current = known?.name === name ? known : null;
  const askOlder = async () => {
    const before = current?.entries.at(-1)?.revision ?? null;
    const outcome = await askLog(auth, { name, before });
    setProblem(outcome.ok ? null : outcome.refusal.problem);
    if (outcome.ok) setKnown((now) => (now?.name === name ? withOlder(now, before, outcome.value) : now));
  };
  return { entries: current?.entries ?? null, isAll: current?.isAll ?? false, problem, askOlder };
}

/** What is new goes before what was there; where there is a gap between them, what was there goes. */
function withNewest(before: Known | null, name: string | null, newest: readonly PlatformLogEntry[]): Known {
  const isAll = newest.length < logPage;
  const known = new Set(newest.map(({ revision }) => revision));
  if (isAll || !before?.entries.some(({ revision }) => known.has(revision))) return { name, entries: newest, isAll };
  return { name, entries: [...newest, ...before.entries.filter(({ revision }) => !known.has(revision))], isAll: before.isAll };
}

function withOlder(now: Known, before: number | null, older: readonly PlatformLogEntry[]): Known {
  // The newest were read anew meanwhile, and end elsewhere.
  if ((now.entries.at(-1)?.revision ?? null) !== before) return now;
  return { ...now, entries: [...now.entries, ...older], isAll: older.length < logPage };
}
