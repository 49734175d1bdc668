import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformState } from '@atrium/releases/platform-wire';
import { Alert, Button, Field } from '@atrium/page-kit/ui';
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
  return (
    <>
      <Field label={platformText('log.remote')}>
        {(control) => (
          <select {...control} value={name ?? ''} onChange={(event) => onName(event.target.value || null)}>
            <option value="">{platformText('log.all')}</option>
            {[...titles].sort(([, a], [, b]) => a.localeCompare(b)).map(([one, title]) => (
              <option key={one} value={one}>{title === one ? one : `${title} (${one})`}</option>
            ))}
          </select>
        )}
      </Field>
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
