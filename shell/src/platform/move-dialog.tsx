import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformState } from '@atrium/releases/platform-wire';
import { Dialog } from '@atrium/page-kit/primitives';
import { Button, Field, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { useRef, useState, useTransition } from 'react';
import { MoveRefusal } from './move-refusal.tsx';
import { effectOf, offeredMoves, releasesFor, type MoveAction } from './offered-moves.ts';
import { platformText } from './platform-messages.ts';
import { remoteTitle } from './remote-title.ts';
import type { StateWatch } from './state-watch.ts';
import { useMove } from './use-move.ts';

interface Props {
  readonly auth: AuthHandle;
  readonly watch: StateWatch;
  /** What the person saw when they pressed the button: it does not change under their eyes. */
  readonly state: PlatformState;
  readonly name: string;
  readonly action: MoveAction;
  /** It is over; with what there is to say where something was done. */
  readonly onEnd: (done: string | null) => void;
}

/** Asks for the reason of a move, says what it will do, and does it. */
export function MoveDialog({ auth, watch, state, name, action, onEnd }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { seen, refusal, forget, send } = useMove(auth, watch, name, state);
  const [why, setWhy] = useState('');
  const [isWhyMissing, setWhyMissing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [share, setShare] = useState(() => String(seen?.remote.canary?.percent ?? 0));
  const [busy, startAction] = useTransition();
  useUnsavedChanges(why.trim() !== '');

  if (!seen) return null;
  const { remote } = seen;
  const title = remoteTitle(remote);
  const releases = releasesFor(action, remote);
  const release = chosen !== null && releases.includes(chosen) ? chosen : (releases[0] ?? null);
  const isPossible = offeredMoves(remote).includes(action);
  const percent = /^\d{1,3}(?:\.\d{1,2})?$/.test(share.trim()) && Number(share) <= 100 ? Number(share) : null;

  const submit = (force: boolean) => {
    if (busy || !isPossible || (action === 'canary' && percent === null)) return;
    if (why.trim() === '') {
      setWhyMissing(true);
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    startAction(async () => {
      const moved = await send({ action, release, percent: action === 'canary' ? percent : null, why: why.trim(), force });
      if (moved !== null) onEnd(platformText(moved ? `done.${action}` : 'done.already', { name: title, release: release ?? '' }));
    });
  };

  return (
    // What is on its way is waited for: whether it was done is worth knowing.
    <Dialog busy={busy} onClose={() => onEnd(null)} open title={platformText('dialog.heading', { action: platformText(action), name: title })}>
      <form className="atrium-stack" noValidate ref={form} onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}>
        {isPossible && (
          <>
            {releases.length > 1 && (
              <Field label={platformText('dialog.release')}>
                {(control) => (
                  <select {...control} value={release ?? ''} onChange={(event) => { setChosen(event.target.value); forget(); }}>
                    {releases.map((one) => <option key={one} value={one}>{one} · {placeOf(one, remote)}</option>)}
                  </select>
                )}
              </Field>
            )}
            {action === 'canary' && (
              <TextField
                label={platformText('dialog.share')}
                hint={platformText('dialog.shareHint')}
                error={percent === null ? platformText('dialog.shareWrong') : undefined}
                inputMode="decimal"
                autoComplete="off"
                value={share}
                onChange={(event) => { setShare(event.target.value); forget(); }}
              />
            )}
            <p>{effectOf({ action, release, percent: percent ?? 0 }, remote)} {platformText('dialog.open')}</p>
          </>
        )}
        <Field label={platformText('dialog.reason')} hint={platformText('dialog.reasonHint')} error={isWhyMissing ? platformText('dialog.reasonMissing') : undefined}>
          {(control) => (
            <textarea
              {...control}
              required
              maxLength={500}
              value={why}
              onChange={(event) => { setWhy(event.target.value); setWhyMissing(false); }}
            />
          )}
        </Field>
        {refusal && <MoveRefusal refusal={refusal} title={title} />}
        {!isPossible && <p role="alert">{platformText('dialog.impossible', { name: title })}</p>}
        <div className="atrium-row">
          {refusal?.canForce ? (
            <Button tone="danger" busy={busy} onClick={() => submit(true)}>{platformText('dialog.insist', { action: platformText(action) })}</Button>
          ) : (
            <Button type="submit" tone={action === 'quarantine' || action === 'retire' ? 'danger' : 'primary'} busy={busy} unavailable={!isPossible}>
              {platformText(action)}
            </Button>
          )}
          <Button unavailable={busy} onClick={() => onEnd(null)}>{platformText('dialog.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function placeOf(release: string, { live, canary }: { readonly live: string | null; readonly canary: { readonly release: string; readonly percent: number } | null }): string {
  if (release === live) return platformText('remote.live');
  return canary?.release === release ? platformText('remote.canary', { percent: canary.percent }) : platformText('remote.previous');
}
