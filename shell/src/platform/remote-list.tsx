import type { PlatformRemote, PlatformState } from '@atrium/releases/platform-wire';
import { TextField } from '@atrium/page-kit/ui';
import { useDeferredValue, useState } from 'react';
import type { MoveAction } from './offered-moves.ts';
import { platformText } from './platform-messages.ts';
import { RemoteRow } from './remote-row.tsx';
import { remoteTitle } from './remote-title.ts';
import { inOrder } from './trouble.ts';

interface Props {
  readonly state: PlatformState;
  readonly onMove: (name: string, action: MoveAction) => void;
  readonly onHistory: (name: string) => void;
}

/** A list that is longer has a field to find something in it. */
const SHORT = 6;

/** Every remote of the site, with trouble first. */
export function RemoteList({ state, onMove, onHistory }: Props) {
  const [wanted, setWanted] = useState('');
  const filter = useDeferredValue(wanted).trim().toLowerCase();
  const all = inOrder(state);
  const shown = all.filter(({ remote }) => textsOf(remote).some((text) => text.toLowerCase().includes(filter)));
  return (
    <>
      {all.length > SHORT && (
        <TextField
          type="search"
          label={platformText('remotes.filter')}
          hint={platformText('remotes.count', { shown: shown.length, all: all.length })}
          value={wanted}
          autoComplete="off"
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {shown.length === 0 && <p role="status">{platformText('remotes.none')}</p>}
      <ul className="platform-list">
        {shown.map(({ remote, trouble }) => (
          <RemoteRow
            key={remote.name}
            state={state}
            remote={remote}
            trouble={trouble}
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
