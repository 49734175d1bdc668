import { Alert, Button, TextField } from '@atrium/page-kit/ui';
import type { PlatformHealth, PlatformRemote, PlatformState } from '@atrium/releases/wire';
import { useDeferredValue, useId, useState } from 'react';
import { timeText } from '../texts/time-text.ts';
import { ReleaseName, remoteTitle } from './names.tsx';
import { offeredMoves, type MoveAction } from './offered-moves.ts';
import { platformText } from './messages.ts';
import { healthOf, isFailing, sortedByStatus, visitorsOf, type RemoteStatus } from './remote-status.ts';

/** A longer list gets a search field. */
const MAX_WITHOUT_SEARCH = 6;

interface Props {
  readonly state: PlatformState;
  readonly onMove: (name: string, action: MoveAction) => void;
  readonly onHistory: (name: string) => void;
}

/** Every remote of the site, those with problems first. */
export function RemoteList({ state, onMove, onHistory }: Props) {
  const [search, setSearch] = useState('');
  const filter = useDeferredValue(search).trim().toLowerCase();
  const all = sortedByStatus(state);
  const shown = all.filter(({ remote }) => textsOf(remote).some((text) => text.toLowerCase().includes(filter)));
  return (
    <>
      {all.length > MAX_WITHOUT_SEARCH && (
        <TextField
          type="search"
          label={platformText('remotes.filter')}
          hint={platformText('remotes.count', { shown: shown.length, all: all.length })}
          value={search}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {shown.length === 0 && <p role="status">{platformText('remotes.none')}</p>}
      <ul className="platform-list">
        {shown.map(({ remote, status }) => (
          <RemoteRow
            key={remote.name}
            state={state}
            remote={remote}
            status={status}
            onMove={(action) => onMove(remote.name, action)}
            onHistory={() => onHistory(remote.name)}
          />
        ))}
      </ul>
    </>
  );
}

function textsOf(remote: PlatformRemote): string[] {
  return [remote.name, remoteTitle(remote), remote.owner ?? ''];
}

interface RowProps {
  readonly state: PlatformState;
  readonly remote: PlatformRemote;
  readonly status: RemoteStatus;
  readonly onMove: (action: MoveAction) => void;
  readonly onHistory: () => void;
}

/** Id of a remote's heading, which takes the focus when the focused button disappears. */
export function headingId(name: string): string {
  return `platform-remote-${name}`;
}

/** One remote: its releases, their health, and the moves. */
function RemoteRow({ state, remote, status, onMove, onHistory }: RowProps) {
  const describedBy = useId();
  const { name, kind, owner, live, previous, canary, quarantined, since } = remote;
  const title = remoteTitle(remote);
  const waiting = state.waiting.filter(({ module }) => module === name);
  // The shell and the sign-in have no health: they load before the code that reports it.
  const health = (release: string) => state.health && kind === 'page-module' && <dd><HealthText health={healthOf(state, remote, release)} /></dd>;
  return (
    <li className="platform-remote" data-status={status ?? undefined}>
      <div className="platform-remote-name">
        <h3 id={headingId(name)} tabIndex={-1}>{title}</h3>
        <p className="atrium-muted atrium-small" id={describedBy}>
          {[name, ...(kind === 'page-module' ? [platformText(kind)] : []), ...(owner === null ? [] : [platformText('remotes.owner', { owner })])].join(' · ')}
        </p>
        {status && <p className={`platform-mark platform-mark-${status}`}>{platformText(`status.${status}`)}</p>}
      </div>
      <dl className="platform-pointers atrium-small">
        {live === null ? (
          <div>
            <dt>{platformText('remote.live')}</dt>
            <dd>{platformText('remote.retired')}</dd>
          </div>
        ) : (
          <div>
            <dt>{platformText('remote.live')}</dt>
            <dd><ReleaseName release={live} /></dd>
            {since !== null && <dd className="atrium-muted"><time dateTime={since}>{platformText('remote.since', { time: timeText(since) })}</time></dd>}
            {health(live)}
          </div>
        )}
        {canary && (
          <div>
            <dt>{platformText('remote.canary', { percent: canary.percent })}</dt>
            <dd><ReleaseName release={canary.release} /></dd>
            {health(canary.release)}
          </div>
        )}
        {previous !== null && (
          <div>
            <dt>{platformText('remote.previous')}</dt>
            <dd><ReleaseName release={previous} /></dd>
            {health(previous)}
          </div>
        )}
      </dl>
      {state.problems
        .filter((problem) => problem.remote === name)
        .map(({ release, problem }) => <Alert key={release}>{platformText('problem', { release, problem })}</Alert>)}
      {waiting.length > 0 && (
        <ul className="atrium-small atrium-muted platform-waiting">
          {waiting.map(({ extension, slot, slotVersion: version, offered }) => (
            <li key={extension}>
              {offered === null
                ? platformText('extension.waitsForSlot', { extension, slot, version })
                : platformText('extension.waitsForVersion', { extension, slot, version, offered })}
            </li>
          ))}
        </ul>
      )}
      {quarantined.length > 0 && (
        <details className="atrium-small platform-quarantined">
          <summary>{platformText('remote.quarantined', { count: quarantined.length })}</summary>
          <ul>
            {quarantined.map((release) => (
              <li key={release}><ReleaseName release={release} /></li>
            ))}
          </ul>
        </details>
      )}
      <div className="platform-actions" role="group" aria-label={platformText('remote.actions')}>
        {offeredMoves(remote).map((action) => (
          <Button
            key={action}
            className="atrium-button-small"
            tone={action === 'quarantine' || action === 'retire' ? 'danger' : 'quiet'}
            aria-describedby={describedBy}
            onClick={() => onMove(action)}
          >
            {platformText(action)}
          </Button>
        ))}
        <Button className="atrium-button-small" aria-describedby={describedBy} onClick={onHistory}>{platformText('history')}</Button>
      </div>
    </li>
  );
}

/** For how many of its visitors a release failed. */
function HealthText({ health }: { readonly health: PlatformHealth | null }) {
  if (health === null || visitorsOf(health.all) === 0) return <span className="atrium-muted">{platformText('health.none')}</span>;
  const { recent, all } = health;
  const format = (count: number) => count.toLocaleString(document.documentElement.lang || 'en');
  return (
    <span className={isFailing(health) ? 'platform-bad' : undefined}>
      {platformText('health.reported', {
        recent: format(recent.failed),
        recentOf: format(visitorsOf(recent)),
        all: format(all.failed),
        allOf: format(visitorsOf(all)),
      })}
    </span>
  );
}
