import { IconButton, Menu, MenuItem, MenuSeparator } from '@atrium/page-kit/primitives';
import { Alert, TextField } from '@atrium/page-kit/ui';
import type { PlatformHealth, PlatformRemote, PlatformState } from '@atrium/releases/wire';
import { useDeferredValue, useState, type ComponentType, type ReactNode } from 'react';
import { Ago, ReleaseName, remoteTitle } from './names.tsx';
import { offeredMoves, type MoveAction } from './offered-moves.ts';
import { platformText } from './messages.ts';
import { FailureCount, Speed, waitingText } from './release-facts.tsx';
import { healthOf, sortedByStatus, type RemoteStatus } from './remote-status.ts';

/** A longer list gets a search field. */
const MAX_WITHOUT_SEARCH = 6;

/** What the user can open for a remote. */
interface RowActions {
  readonly onMove: (name: string, action: MoveAction) => void;
  readonly onDetails: (name: string) => void;
  readonly onHistory: (name: string) => void;
}

interface Props extends RowActions {
  readonly state: PlatformState;
}

/** Every remote of the site, those with problems first. */
export function RemoteTable({ state, ...actions }: Props) {
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
      {shown.length === 0 ? (
        <p role="status">{platformText('remotes.none')}</p>
      ) : (
        <table className="platform-table">
          <thead>
            <tr>
              <th scope="col">{platformText('column.module')}</th>
              <th scope="col">{platformText('column.team')}</th>
              <th scope="col">{platformText('remote.live')}</th>
              <th scope="col">{platformText('status.canary')}</th>
              <th scope="col">{platformText('remote.previous')}</th>
              <th scope="col">{platformText('column.failures')}</th>
              <th scope="col">{platformText('column.speed')}</th>
              <th scope="col">{platformText('column.changed')}</th>
              <th scope="col"><span className="atrium-visually-hidden">{platformText('remote.actions')}</span></th>
            </tr>
          </thead>
          {shown.map(({ remote, status }) => <RemoteRows key={remote.name} {...actions} state={state} remote={remote} status={status} />)}
        </table>
      )}
    </>
  );
}

function textsOf(remote: PlatformRemote): string[] {
  return [remote.name, remoteTitle(remote), remote.owner ?? ''];
}

/** Id of the button with a remote's moves, which takes the focus when a dialog closes without a place to return to. */
export function actionsId(name: string): string {
  return `platform-actions-${name}`;
}

/** A remote: its releases and how they do, and in a row of its own what needs attention. */
function RemoteRows({ state, remote, status, ...actions }: RowActions & { readonly state: PlatformState; readonly remote: PlatformRemote; readonly status: RemoteStatus }) {
  const { name, owner, live, previous, canary, quarantined, since } = remote;
  const problems = state.problems.filter((problem) => problem.remote === name);
  const waiting = state.waiting.filter(({ module }) => module === name);
  return (
    <tbody data-status={status ?? (live === null ? 'retired' : undefined)}>
      <tr>
        <th scope="row">
          <div className="platform-module">
            <h3><button type="button" className="platform-title" onClick={() => actions.onDetails(name)}>{remoteTitle(remote)}</button></h3>
            <span className="platform-name">{name}</span>
            {status && status !== 'canary' && <span className={`platform-mark platform-mark-${status}`}>{platformText(`status.${status}`)}</span>}
          </div>
        </th>
        <Cell label={platformText('column.team')}>{owner}</Cell>
        <Cell label={platformText('remote.live')}>{live === null ? <span className="atrium-muted">{platformText('status.retired')}</span> : <ReleaseName release={live} />}</Cell>
        <Cell label={platformText('status.canary')}>{canary && <><ReleaseName release={canary.release} />{' '}<span className="platform-share">{platformText('percent', { percent: canary.percent })}</span></>}</Cell>
        <Cell label={platformText('remote.previous')}>{previous !== null && <ReleaseName release={previous} />}</Cell>
        <Cell label={platformText('column.failures')}>{ofReleases(state, remote, FailureCount)}</Cell>
        <Cell label={platformText('column.speed')}>{ofReleases(state, remote, Speed)}</Cell>
        <Cell label={platformText('column.changed')}>{since !== null && <Ago moment={since} />}</Cell>
        <td className="platform-menu"><RemoteMenu remote={remote} {...actions} /></td>
      </tr>
      {problems.length + waiting.length + quarantined.length > 0 && (
        <tr className="platform-notes">
          <td colSpan={9}>
            <div>
              {problems.map(({ release, problem }) => <Alert key={release}>{platformText('problem', { release, problem })}</Alert>)}
              {waiting.map((one) => <p key={one.extension}>{waitingText(one)}</p>)}
              {quarantined.length > 0 && <p>{platformText('remote.quarantined', { count: quarantined.length })}</p>}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** A cell that shows its column's name on narrow screens, where the table has no head. */
function Cell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const isEmpty = children === null || children === false;
  return <td className={isEmpty ? 'platform-empty' : undefined} data-label={label}><div>{isEmpty ? <span aria-hidden="true">–</span> : children}</div></td>;
}

/** A fact about the live release of a module and about its canary. The shell and the sign-in have none: they load before the code that reports. */
function ofReleases(state: PlatformState, remote: PlatformRemote, Fact: ComponentType<{ readonly health: PlatformHealth | null }>): ReactNode {
  const { kind, live, canary } = remote;
  if (kind !== 'page-module' || live === null || !state.health) return null;
  return (
    <span className="platform-reported">
      <Fact health={healthOf(state, remote, live)} />
      {canary && <span><span className="atrium-muted">{platformText('status.canary')}</span> <Fact health={healthOf(state, remote, canary.release)} /></span>}
    </span>
  );
}

/** The moves of a remote. Those that take a release from visitors come last, and ask first. */
function RemoteMenu({ remote, onMove, onDetails, onHistory }: RowActions & { readonly remote: PlatformRemote }) {
  const { name } = remote;
  const offered = offeredMoves(remote);
  const item = (action: MoveAction) => <MenuItem key={action} onSelect={() => onMove(name, action)}>{platformText(action)}</MenuItem>;
  const isHarmful = (action: MoveAction) => action === 'quarantine' || action === 'retire';
  const [harmless, harmful] = [offered.filter((action) => !isHarmful(action)), offered.filter(isHarmful)];
  return (
    <Menu
      trigger={
        <IconButton
          icon={<svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor"><circle cx="3" cy="8" r="1.25" /><circle cx="8" cy="8" r="1.25" /><circle cx="13" cy="8" r="1.25" /></svg>}
          id={actionsId(name)}
          label={platformText('remote.actionsOf', { name: remoteTitle(remote) })}
          tip={platformText('remote.actions')}
        />
      }
    >
      {harmless.map(item)}
      {harmless.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={() => onDetails(name)}>{platformText('details')}</MenuItem>
      <MenuItem onSelect={() => onHistory(name)}>{platformText('history')}</MenuItem>
      {harmful.length > 0 && <MenuSeparator />}
      {harmful.map(item)}
    </Menu>
  );
}
