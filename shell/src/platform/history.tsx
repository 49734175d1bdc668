import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { Combobox } from '@atrium/page-kit/primitives';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { PlatformLogEntry, PlatformState } from '@atrium/releases/wire';
import { useEffect, useState, useTransition } from 'react';
import { useFocusAfterRemoval } from '../frame/dismiss-button.tsx';
import { useOnline } from '../runtime/hooks.ts';
import { message } from '../texts/messages.ts';
import { Ago, ReleaseName, remoteTitle } from './names.tsx';
import { platformText } from './messages.ts';
import { MoveIcon } from './move-icon.tsx';
import { fetchLog, LOG_PAGE_SIZE, type PlatformProblem } from './platform-requests.ts';

/** The moves that have a text. A move of a newer server appears under the server's name for it. */
const KNOWN_ACTIONS = ['publish', 'promote', 'rollback', 'retire', 'canary', 'quarantine'] as const;

interface Props {
  readonly auth: AuthHandle;
  readonly state: PlatformState;
  /** The remote to show the history of; null for all. */
  readonly name: string | null;
  readonly onName: (name: string | null) => void;
}

/** Who moved what, when and why, newest first. */
export function HistoryList({ auth, state, name, onName }: Props) {
  const { entries, isComplete, problem, isLoading, retry, loadOlder } = useHistory(auth, name, state.revision);
  const [busy, startAction] = useTransition();
  const titles = new Map(state.remotes.map((remote) => [remote.name, remoteTitle(remote)]));
  const options = [...titles]
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([one, title]) => ({ value: one, label: title === one ? one : `${title} (${one})` }));
  return (
    <>
      <div className="platform-filter">
        <Combobox label={platformText('log.remote')} onChange={onName} options={options} placeholder={platformText('log.all')} value={name} />
      </div>
      {problem && (entries === null ? <LoadProblem busy={isLoading} onRetry={retry} problem={problem} /> : <Alert>{platformText(problem)}</Alert>)}
      {entries === null && !problem && <p role="status" className="atrium-muted">{platformText('log.loading')}</p>}
      {entries?.length === 0 && <p>{platformText('log.none')}</p>}
      {entries && entries.length > 0 && (
        <Timeline entries={entries} state={state} />
      )}
      {/* The button stays at the end, so that it keeps the focus while older entries appear above it. */}
      {entries && entries.length > 0 && (
        <div>
          <Button busy={busy} className={isComplete ? 'platform-end' : ''} onClick={() => startAction(loadOlder)} unavailable={isComplete}>
            {platformText(isComplete ? 'log.end' : 'log.older')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Says why there is no history yet, and tries again. */
function LoadProblem({ busy, onRetry, problem }: { readonly busy: boolean; readonly onRetry: () => void; readonly problem: PlatformProblem }) {
  const card = useFocusAfterRemoval();
  return (
    <div ref={card}>
      <Alert>
        <p>{platformText(problem)}</p>
        <Button busy={busy} onClick={onRetry}>{message('failure.retry')}</Button>
      </Alert>
    </div>
  );
}

/** Entries on the page of the live releases. */
const LATEST = 5;

interface LatestProps {
  readonly auth: AuthHandle;
  readonly state: PlatformState;
  readonly onAll: () => void;
}

/** The latest moves of all remotes; nothing while there are none. */
export function LatestMoves({ auth, state, onAll }: LatestProps) {
  const { entries } = useHistory(auth, null, state.revision);
  if (!entries || entries.length === 0) return null;
  return (
    <section className="platform-latest">
      <div className="platform-latest-head">
        <h2>{platformText('log.latest')}</h2>
        <Button className="atrium-button-small" tone="quiet" onClick={onAll}>{platformText('log.showAll')}</Button>
      </div>
      <Timeline entries={entries.slice(0, LATEST)} state={state} />
    </section>
  );
}

function Timeline({ entries, state }: { readonly entries: readonly PlatformLogEntry[]; readonly state: PlatformState }) {
  const titles = new Map(state.remotes.map((remote) => [remote.name, remoteTitle(remote)]));
  return (
    <ol className="platform-timeline">
      {entries.map((entry) => <HistoryEntry key={entry.revision} entry={entry} title={titles.get(entry.name) ?? entry.name} />)}
    </ol>
  );
}

function HistoryEntry({ entry, title }: { readonly entry: PlatformLogEntry; readonly title: string }) {
  const { action, release, replaced, when, who, why, team, canary, quarantined, overridden } = entry;
  const known = KNOWN_ACTIONS.find((one) => one === action);
  return (
    <li className="platform-entry" data-action={action}>
      <span className="platform-point"><MoveIcon of={action} /></span>
      <p>
        <strong>{title}</strong> {known ? platformText(`log.${known}`) : action}
        <span className="atrium-muted"> · {team === null || team === who ? who : platformText('log.byTeam', { who, team })}</span>
      </p>
      <p className="platform-when atrium-muted"><Ago moment={when} /></p>
      {/* In its own direction, but at the side of the other lines. */}
      <p className="platform-why"><bdi>{why}</bdi></p>
      <p className="platform-ids atrium-small">
        <Pointer label="log.live" release={release} />
        {replaced !== release && <Pointer label="log.replaced" release={replaced} />}
        {canary && <Pointer label="log.share" release={canary.release} percent={canary.percent} />}
        <Pointer label="log.quarantined" release={quarantined} />
      </p>
      {overridden.length > 0 && <p className="atrium-small platform-bad">{platformText('log.overridden', { findings: overridden.join('; ') })}</p>}
    </li>
  );
}

/** A release and its role in a move. */
function Pointer({ label, release, percent }: {
  readonly label: 'log.live' | 'log.replaced' | 'log.share' | 'log.quarantined';
  readonly release: string | null;
  readonly percent?: number;
}) {
  if (release === null) return null;
  const [before, after] = platformText(label, percent === undefined ? {} : { percent }).split('{release}');
  return <span>{before}<ReleaseName release={release} />{after}</span>;
}

interface LoadedHistory {
  /** The remote of these entries; null for all. */
  readonly name: string | null;
  readonly entries: readonly PlatformLogEntry[];
  readonly isComplete: boolean;
}

/** The loaded part of the history. */
interface History {
  /** Null before the first response. */
  readonly entries: readonly PlatformLogEntry[] | null;
  readonly isComplete: boolean;
  readonly problem: PlatformProblem | null;
  /** Whether the newest entries are being loaded. */
  readonly isLoading: boolean;
  /** Loads them again. */
  readonly retry: () => void;
  /** Loads the entries before the oldest loaded one. */
  readonly loadOlder: () => Promise<void>;
}

/** Loads the history of a remote, or of all. Each new revision reloads the newest entries and keeps the older ones. */
function useHistory(auth: AuthHandle, name: string | null, revision: number): History {
  const [known, setKnown] = useState<LoadedHistory | null>(null);
  const [failed, setFailed] = useState<{ readonly name: string | null; readonly problem: PlatformProblem } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState(-1);
  const problem = failed?.name === name ? failed.problem : null;
  const retry = () => setAttempt(attempt + 1);
  useOnline(() => problem !== null && retry());
  useEffect(() => {
    let isCancelled = false;
    void fetchLog(auth, { name, before: null }).then((outcome) => {
      if (isCancelled) return;
      setSettled(attempt);
      setFailed(outcome.ok ? null : { name, problem: outcome.refusal.problem });
      if (outcome.ok) setKnown((before) => withNewest(before?.name === name ? before : null, name, outcome.value));
    });
    return () => {
      isCancelled = true;
    };
  }, [auth, name, revision, attempt]);

  const current = known?.name === name ? known : null;
  const loadOlder = async () => {
    const before = current?.entries.at(-1)?.revision ?? null;
    const outcome = await fetchLog(auth, { name, before });
    // The user may have chosen another remote meanwhile.
    setFailed((now) => (outcome.ok ? (now?.name === name ? null : now) : { name, problem: outcome.refusal.problem }));
    if (outcome.ok) setKnown((now) => (now?.name === name ? withOlder(now, before, outcome.value) : now));
  };
  return { entries: current?.entries ?? null, isComplete: current?.isComplete ?? false, problem, isLoading: settled !== attempt, retry, loadOlder };
}

/** Puts the newest entries before the loaded ones, or drops the loaded ones if there may be a gap between them. */
function withNewest(before: LoadedHistory | null, name: string | null, newest: readonly PlatformLogEntry[]): LoadedHistory {
  const isComplete = newest.length < LOG_PAGE_SIZE;
  const known = new Set(newest.map(({ revision }) => revision));
  if (isComplete || !before?.entries.some(({ revision }) => known.has(revision))) return { name, entries: newest, isComplete };
  return { name, entries: [...newest, ...before.entries.filter(({ revision }) => !known.has(revision))], isComplete: before.isComplete };
}

function withOlder(now: LoadedHistory, before: number | null, older: readonly PlatformLogEntry[]): LoadedHistory {
  // The newest entries were reloaded meanwhile and now end elsewhere.
  if ((now.entries.at(-1)?.revision ?? null) !== before) return now;
  return { ...now, entries: [...now.entries, ...older], isComplete: older.length < LOG_PAGE_SIZE };
}
