import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformState } from '@atrium/releases/platform-wire';
import { Combobox } from '@atrium/page-kit/primitives';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useTransition } from 'react';
import { HistoryEntry } from './history-entry.tsx';
import { platformText } from './platform-messages.ts';
import { remoteTitle } from './remote-title.ts';
import { useHistory } from './use-history.ts';

interface Props {
  readonly auth: AuthHandle;
  readonly state: PlatformState;
  /** The remote whose history is shown; null for all. */
  readonly name: string | null;
  readonly onName: (name: string | null) => void;
}

/** Who moved what, when and why, the newest first. */
export function HistoryList({ auth, state, name, onName }: Props) {
  const { entries, isAll, problem, askOlder } = useHistory(auth, name, state.revision);
  const [busy, startAction] = useTransition();
  const titles = new Map(state.remotes.map((remote) => [remote.name, remoteTitle(remote)]));
  const options = [...titles]
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([one, title]) => ({ value: one, label: title === one ? one : `${title} (${one})` }));
  return (
    <>
      <Combobox label={platformText('log.remote')} onChange={onName} options={options} placeholder={platformText('log.all')} value={name} />
      {problem && <Alert>{platformText(problem)}</Alert>}
      {entries === null && !problem && <p role="status" className="atrium-muted">{platformText('log.loading')}</p>}
      {entries?.length === 0 && <p>{platformText('log.none')}</p>}
      {entries && entries.length > 0 && (
        <ol className="platform-list">
          {entries.map((entry) => <HistoryEntry key={entry.revision} entry={entry} title={titles.get(entry.name) ?? entry.name} />)}
        </ol>
      )}
      {/* The button stays while it has the focus: what came is above it. */}
      {entries && entries.length > 0 && (
        <div>
          <Button busy={busy} unavailable={isAll} onClick={() => startAction(askOlder)}>{platformText(isAll ? 'log.end' : 'log.older')}</Button>
        </div>
      )}
    </>
  );
}
