import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformState } from '@atrium/releases/platform-wire';
import { showToast } from '@atrium/page-kit/site';
import { Alert } from '@atrium/page-kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { timeText } from '../site/time-text.ts';
import { HistoryList } from './history-list.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { MoveAction } from './offered-moves.ts';
import { platformText } from './platform-messages.ts';
import { RemoteList } from './remote-list.tsx';
import { headingId } from './remote-row.tsx';
import type { KnownState, StateWatch } from './state-watch.ts';
import { TeamList } from './team-list.tsx';

interface Props {
  readonly auth: AuthHandle;
  readonly watch: StateWatch;
  readonly known: KnownState;
  readonly state: PlatformState;
}

/** What is live, who changed it, and who may; with the dialog of what is being changed. */
export function ReleasesBoard({ auth, watch, known: { at, problem }, state }: Props) {
  const [open, setOpen] = useState<{ readonly state: PlatformState; readonly name: string; readonly action: MoveAction } | null>(null);
  const [ofRemote, setOfRemote] = useState<string | null>(null);
  const historyHeading = useRef<HTMLHeadingElement>(null);
  const left = useRef<string | null>(null);
  const [remotesId, historyId, teamsId] = [useId(), useId(), useId()];
  const time = timeText(at);

  // A button that had the focus may be gone with what it did. The dialog gives the focus back by a timer, which comes before this one.
  useEffect(() => {
    const name = left.current;
    left.current = open?.name ?? null;
    if (open !== null || name === null) return;
    setTimeout(() => document.activeElement === document.body && document.getElementById(headingId(name))?.focus());
  }, [open]);

  return (
    <>
      <div>
        <p className="atrium-muted">{platformText('lead', { person: state.person })}</p>
        <p className="atrium-muted atrium-small">{platformText('asOf', { revision: state.revision, time })}</p>
      </div>
      {problem && <Alert tone="info">{platformText('stale', { reason: platformText(problem), time })}</Alert>}
      <section className="atrium-stack" aria-labelledby={remotesId}>
        <h2 id={remotesId}>{platformText('remotes.heading')}</h2>
        <p className="atrium-muted atrium-small">{platformText(state.health ? 'remotes.health' : 'remotes.noHealth')}</p>
        <RemoteList
          state={state}
          onMove={(name, action) => setOpen({ state, name, action })}
          onHistory={(name) => {
            setOfRemote(name);
            historyHeading.current?.focus();
          }}
        />
      </section>
      <section className="atrium-stack" aria-labelledby={historyId}>
        <h2 id={historyId} ref={historyHeading} tabIndex={-1}>{platformText('log.heading')}</h2>
        <HistoryList auth={auth} state={state} name={ofRemote} onName={setOfRemote} />
      </section>
      <section className="atrium-stack" aria-labelledby={teamsId}>
        <h2 id={teamsId}>{platformText('teams.heading')}</h2>
        <p className="atrium-muted atrium-small">{platformText('teams.lead')}</p>
        <TeamList teams={state.teams} now={at} />
      </section>
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
