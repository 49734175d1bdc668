import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { Alert, Button, Field, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import type { PlatformMove } from '@atrium/releases/model';
import type { PlatformRemote, PlatformState } from '@atrium/releases/wire';
import { useRef, useState, useTransition } from 'react';
import { remoteTitle } from './names.tsx';
import { effectOf, offeredMoves, releasesFor, type MoveAction } from './offered-moves.ts';
import { platformText } from './messages.ts';
import { sendMove, type Refusal } from './platform-requests.ts';
import type { StateWatch } from './state-watch.ts';

/** Maximum attempts to send a move while other moves change the registry. */
const MAX_ATTEMPTS = 4;

interface Props {
  readonly auth: AuthHandle;
  readonly watch: StateWatch;
  /** The state that the user saw when they pressed the button: it does not change while the dialog is open. */
  readonly state: PlatformState;
  readonly name: string;
  readonly action: MoveAction;
  /** Closes the dialog; with a message if something was done. */
  readonly onEnd: (message: string | null) => void;
}

/** Asks for the reason of a move, describes its effect, and sends it. */
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
  const percent = readPercent(share);

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
    // While busy, the dialog stays open until the result of the move is known.
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
        <Field label={platformText('dialog.reason')} hint={platformText('dialog.reasonHint', { person: `\u2068${state.person}\u2069` })} error={isWhyMissing ? platformText('dialog.reasonMissing') : undefined}>
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
            <Button tone="danger" busy={busy} onClick={() => submit(true)}>{platformText('dialog.force', { action: platformText(action) })}</Button>
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

/** The percentage that the user typed, in the digits and with the decimal mark of their keyboard; null if it is none. */
function readPercent(typed: string): number | null {
  const text = typed.trim().replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))).replace(/[,٫]/, '.');
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) && Number(text) <= 100 ? Number(text) : null;
}

function placeOf(release: string, { live, canary }: { readonly live: string | null; readonly canary: { readonly release: string; readonly percent: number } | null }): string {
  if (release === live) return platformText('remote.live');
  return canary?.release === release ? platformText('remote.canary', { percent: canary.percent }) : platformText('remote.previous');
}

/** Explains why a move was refused, and what to do about it. */
function MoveRefusal({ refusal: { problem, findings, canForce }, title }: { readonly refusal: Refusal; readonly title: string }) {
  if (problem === 'revision-mismatch') return <Alert>{platformText('dialog.changed', { name: title })}</Alert>;
  if (problem === 'unreachable') return <Alert>{platformText('dialog.unknown')}</Alert>;
  return (
    <Alert>
      <p>{platformText(problem)}</p>
      {findings.length > 0 && <ul>{findings.map((finding) => <li key={finding}>{finding}</li>)}</ul>}
      {problem === 'move-refused' && <p>{platformText(canForce ? 'dialog.forceHint' : 'dialog.cannotForce')}</p>}
    </Alert>
  );
}

/** What the user saw of a remote when they decided. */
interface Seen {
  readonly remote: PlatformRemote;
  readonly revision: number;
}

/** The part of a move that the user enters; the rest follows from what they saw. */
type MoveRequest = Pick<PlatformMove, 'action' | 'release' | 'percent' | 'why' | 'force'>;

/**
 * Sends moves of one remote, based on what the user saw of it. If another remote was moved meanwhile, the move is sent
 * again: the user's basis has not changed, and the gate checks the rest. If this remote was moved, the user has to review
 * its new state first.
 */
function useMove(auth: AuthHandle, watch: StateWatch, name: string, begin: PlatformState) {
  const [seen, setSeen] = useState(() => seenIn(begin, name));
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuse = (by: Refusal): null => {
    setRefusal(by);
    return null;
  };

  /** Returns whether the move changed anything; null if it was refused. */
  const send = async (request: MoveRequest): Promise<boolean | null> => {
    if (!seen) return null;
    let basis = seen;
    for (let left = MAX_ATTEMPTS; ; left -= 1) {
      const outcome = await sendMove(auth, { ...request, name, expectedRevision: basis.revision });
      if (outcome.ok) {
        watch.update(outcome.value.state);
        return outcome.value.moved;
      }
      if (outcome.refusal.problem === 'revision-mismatch') {
        const state = await watch.refreshAgain();
        const now = state && seenIn(state, name);
        if (now && left > 1 && isSame(now.remote, basis.remote)) {
          basis = now;
          continue;
        }
        // Without a new state there is nothing to review, and nothing was moved.
        if (!now) return refuse({ ...outcome.refusal, problem: watch.known().problem ?? 'invalid-move' });
        setSeen(now);
      } else if (outcome.refusal.problem === 'unreachable') {
        void watch.refresh();
      }
      return refuse(outcome.refusal);
    }
  };
  return { seen, refusal, forget: () => setRefusal(null), send };
}

function seenIn({ remotes, revision }: PlatformState, name: string): Seen | null {
  const remote = remotes.find((one) => one.name === name);
  return remote ? { remote, revision } : null;
}

/** Compares as JSON: both come from one schema, which gives the keys one order. */
function isSame(one: PlatformRemote, other: PlatformRemote): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
