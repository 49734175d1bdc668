import { IconButton, Menu, MenuItem, MenuSeparator } from '@atrium/page-kit/primitives';
import { Alert, TextField } from '@atrium/page-kit/ui';
import type { PlatformRemote, PlatformState } from '@atrium/releases/wire';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Ago, ReleaseName, remoteTitle } from './names.tsx';
import { offeredMoves, type MoveAction } from './offered-moves.ts';
import { platformText } from './messages.ts';
import { MoveIcon } from './move-icon.tsx';
import { FailureCount, problemText, Speed, waitingText } from './release-facts.tsx';
import { healthOf, sortedByStatus, type RemoteStatus } from './remote-status.ts';

/** A longer list gets a search field. */
const MAX_WITHOUT_SEARCH = 6;

/** Narrow windows show them in other places (platform.css). */
const COLUMNS = ['module', 'release', 'visitors', 'failures', 'speed', 'since', 'team'] as const;

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
              {COLUMNS.map((column) => <th key={column} data-column={column} scope="col">{platformText(`column.${column}`)}</th>)}
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

/** A remote: its live release, in a row below it the canary, and in another one what needs attention. */
function RemoteRows({ state, remote, status, ...actions }: RowActions & { readonly state: PlatformState; readonly remote: PlatformRemote; readonly status: RemoteStatus }) {
  const { name, owner, live, canary, quarantined, since } = remote;
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
        <ReleaseCells state={state} remote={remote} release={live} percent={canary ? Number((100 - canary.percent).toFixed(2)) : 100} />
        <Cell column="since">{live !== null && since !== null && <Ago moment={since} />}</Cell>
        <Cell column="team">{owner}</Cell>
        <td className="platform-menu"><RemoteMenu remote={remote} {...actions} /></td>
      </tr>
      {canary && (
        <tr className="platform-canary">
          <th scope="row"><div>{platformText('status.canary')}</div></th>
          <ReleaseCells state={state} remote={remote} release={canary.release} percent={canary.percent} />
        </tr>
      )}
      {problems.length + waiting.length + quarantined.length > 0 && (
        <tr className="platform-notes">
          <td colSpan={8}>
            <div>
              {problems.map((problem) => <Alert key={problem.release}>{problemText(problem)}</Alert>)}
              {waiting.map((one) => <p key={one.extension}>{waitingText(one)}</p>)}
              {quarantined.length > 0 && <p>{platformText('remote.quarantined', { count: quarantined.length })}</p>}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Cell({ column, children }: { readonly column: (typeof COLUMNS)[number]; readonly children: ReactNode }) {
  const isEmpty = children === null || children === false;
  return <td className={isEmpty ? 'platform-empty' : undefined} data-column={column}><div>{isEmpty ? <span aria-hidden="true">–</span> : children}</div></td>;
}

interface ReleaseCellsProps extends Pick<Props, 'state'> {
  readonly remote: PlatformRemote;
  /** Null for a retired module. */
  readonly release: string | null;
  /** Its share of the visitors. */
  readonly percent: number;
}

/** A release, who gets it and how it does. The shell and the sign-in have no reports: they load before the code that sends them. */
function ReleaseCells({ state, remote, release, percent }: ReleaseCellsProps) {
  const hasReports = release !== null && remote.kind === 'page-module' && state.health !== null;
  const health = hasReports ? healthOf(state, remote, release) : null;
  return (
    <>
      <Cell column="release">{release === null ? <span className="atrium-muted">{platformText('status.retired')}</span> : <ReleaseName release={release} />}</Cell>
      <Cell column="visitors">
        {release !== null && (
          <>
            {release === remote.live && <span aria-hidden="true" className="platform-live">{platformText('remote.live')}</span>}
            <span aria-hidden="true" className="platform-share"><span style={{ inlineSize: `${percent}%` }} /></span>
            {platformText('percent', { percent })}
          </>
        )}
      </Cell>
      <Cell column="failures">{hasReports && <FailureCount health={health} />}</Cell>
      <Cell column="speed">{hasReports && <Speed health={health} />}</Cell>
    </>
  );
}

/** The moves of a remote. Those that take a release from visitors come last, and ask first. */
function RemoteMenu({ remote, onMove, onDetails, onHistory }: RowActions & { readonly remote: PlatformRemote }) {
  const { name } = remote;
  const offered = offeredMoves(remote);
  const item = (action: MoveAction) => <MenuItem icon={<MoveIcon of={action} />} key={action} onSelect={() => onMove(name, action)}>{platformText(action)}</MenuItem>;
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
      <MenuItem icon={<MoveIcon of="details" />} onSelect={() => onDetails(name)}>{platformText('details')}</MenuItem>
      <MenuItem icon={<MoveIcon of="history" />} onSelect={() => onHistory(name)}>{platformText('history')}</MenuItem>
      {harmful.length > 0 && <MenuSeparator />}
      {harmful.map(item)}
    </Menu>
  );
}
