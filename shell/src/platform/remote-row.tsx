import type { PlatformRemote, PlatformState } from '@atrium/releases/platform-wire';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useId } from 'react';
import { timeText } from '../site/time-text.ts';
import { HealthText } from './health-text.tsx';
import { offeredMoves, type MoveAction } from './offered-moves.ts';
import { platformText } from './platform-messages.ts';
import { ReleaseName } from './release-name.tsx';
import { remoteTitle } from './remote-title.ts';
import { healthOf, type Trouble } from './trouble.ts';

interface Props {
  readonly state: PlatformState;
  readonly remote: PlatformRemote;
  readonly trouble: Trouble;
  readonly onMove: (action: MoveAction) => void;
  readonly onHistory: () => void;
}

/** The heading of a remote, which takes the focus when a button that had it is gone. */
export function headingId(name: string): string {
  return `platform-remote-${name}`;
}

/** One remote: what visitors get of it, how it does, and what can be done. */
export function RemoteRow({ state, remote, trouble, onMove, onHistory }: Props) {
  const describedBy = useId();
  const { name, kind, owner, live, previous, canary, quarantined, since } = remote;
  const title = remoteTitle(remote);
  // The shell and the sign-in load before anything could tell of them.
  const health = (release: string) => state.health && kind === 'page-module' && <dd><HealthText told={healthOf(state, remote, release)} /></dd>;
  return (
    <li className="platform-remote" data-trouble={trouble ?? undefined}>
      <div className="platform-remote-name">
        <h3 id={headingId(name)} tabIndex={-1}>{title}</h3>
        <p className="atrium-muted atrium-small" id={describedBy}>
          {[name, ...(kind === 'page-module' ? [platformText(kind)] : []), ...(owner === null ? [] : [platformText('remotes.owner', { owner })])].join(' · ')}
        </p>
        {trouble && <p className={`platform-mark platform-mark-${trouble}`}>{platformText(`trouble.${trouble}`)}</p>}
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
