import { formatDateTime } from '@atrium/page-kit/messages';
import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformState } from '@atrium/releases/wire';
import { Tabs } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Alert } from '@atrium/page-kit/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { HistoryList, LatestMoves } from './history.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { MoveAction } from './offered-moves.ts';
import { platformText } from './messages.ts';
import { RemoteDetails } from './release-facts.tsx';
import { actionsId, RemoteTable } from './remote-table.tsx';
import type { KnownState, StateWatch } from './state-watch.ts';
import { TeamList } from './team-list.tsx';

interface Props {
  readonly auth: AuthHandle;
  readonly watch: StateWatch;
  readonly known: KnownState;
  readonly state: PlatformState;
}

/** The live releases, the history and the teams, with the dialog for moves. */
export function ReleasesBoard({ auth, watch, known: { at, problem }, state }: Props) {
  const [open, setOpen] = useState<{ readonly state: PlatformState; readonly name: string; readonly action: MoveAction } | null>(null);
  const [details, setDetails] = useState<string | null>(null);
  const [ofRemote, setOfRemote] = useState<string | null>(null);
  const [part, setPart] = useState<'remotes' | 'history' | 'teams'>('remotes');
  const left = useRef<string | null>(null);
  /** Whether a button in another panel opened the history: then its heading takes the focus, which is lost with that panel. */
  const focusesHistory = useRef(false);
  const focusHistory = useCallback((heading: HTMLHeadingElement | null) => {
    if (!heading || !focusesHistory.current) return;
    focusesHistory.current = false;
    heading.focus();
  }, []);
  const time = formatDateTime(at);

  // The menu item that opened the dialog is gone. The dialog restores the focus in a timer, which runs before this one.
  useEffect(() => {
    const name = left.current;
    left.current = open?.name ?? null;
    if (open !== null || name === null) return;
    setTimeout(() => document.activeElement === document.body && document.getElementById(actionsId(name))?.focus());
  }, [open]);

  const showHistory = (name: string | null) => {
    focusesHistory.current = true;
    setDetails(null);
    setOfRemote(name);
    setPart('history');
  };

  return (
    <>
      <div className="platform-lead">
        <p className="atrium-muted">{platformText('lead')}</p>
        <p className="atrium-muted atrium-small">{platformText('asOf', { revision: state.revision, time })}</p>
      </div>
      {problem && <Alert tone="info">{platformText('stale', { reason: platformText(problem), time })}</Alert>}
      <Tabs
        label={platformText('heading')}
        onChange={setPart}
        tabs={[
          {
            value: 'remotes',
            label: platformText('remotes.heading'),
            panel: (
              <>
                <h2 className="atrium-visually-hidden">{platformText('remotes.heading')}</h2>
                <RemoteTable state={state} onDetails={setDetails} onMove={(name, action) => setOpen({ state, name, action })} onHistory={showHistory} />
                <p className={`atrium-muted atrium-small ${state.health ? 'platform-measured' : ''}`}>{platformText(state.health ? 'remotes.speed' : 'remotes.noHealth')}</p>
                <LatestMoves auth={auth} state={state} onAll={() => showHistory(null)} />
              </>
            ),
          },
          {
            value: 'history',
            label: platformText('log.heading'),
            panel: (
              <>
                <h2 className="atrium-visually-hidden" ref={focusHistory} tabIndex={-1}>{platformText('log.heading')}</h2>
                <HistoryList auth={auth} state={state} name={ofRemote} onName={setOfRemote} />
              </>
            ),
          },
          {
            value: 'teams',
            label: platformText('teams.heading'),
            panel: (
              <>
                <h2 className="atrium-visually-hidden">{platformText('teams.heading')}</h2>
                <p className="atrium-muted atrium-small">{platformText('teams.lead')}</p>
                <TeamList teams={state.teams} now={at} />
              </>
            ),
          },
        ]}
        value={part}
      />
      {details !== null && <RemoteDetails name={details} state={state} onClose={() => setDetails(null)} onHistory={() => showHistory(details)} />}
      {open && (
        <MoveDialog
          auth={auth}
          watch={watch}
          {...open}
          onEnd={(done) => {
            setOpen(null);
            if (done !== null) showToast({ text: done });
          }}
        />
      )}
    </>
  );
}
