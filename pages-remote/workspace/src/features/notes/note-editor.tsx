import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Check, ListChecks } from 'lucide-react';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { bothTexts, mergedText } from '../../model/merged-text.ts';
import type { Note, NoteText } from '../../model/notes.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { baseOf, draftAt, isSameText, isUnsaved, type Draft } from '../../sync/drafts.ts';
import { retryMerged, saveDraft } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-drafts.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { Action } from './menu-buttons.tsx';
import { EditorTools, NoteSides, type Writer } from './note-conflict.tsx';
import type { Author } from './note-item.tsx';
import { checkNote, FieldsInPlace, hasErrors, makeList, type NoteErrors, showBody, useFormFocus } from './note-fields.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** Milliseconds without typing after which a note is saved. */
const PAUSE_MS = 1_000;

/** What became of the last attempt to save; "idle" before the first one, and after a change. */
type SaveState = 'idle' | 'saving' | 'saved' | 'waiting';

interface NoteEditorProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  /** The note as last fetched. It is newer than the draft's base if another user changed it. */
  readonly note: Note;
  /** Gives the name of a person; null if only one person writes on the board. */
  readonly personOf?: ((person: string | null) => Author) | null;
  /** Whether the note is known to be deleted. */
  readonly isGone?: boolean;
  /** Called with each stored text. The editor stays open. */
  readonly onSaved: (note: Note) => void;
  /** Called when the user leaves, with the text that was stored last, if any was. What could not be stored is still a draft. */
  readonly onClosed: (saved: Note | null) => void;
  /** Called when the user discards their text. The stored note stays. */
  readonly onCancelled: () => void;
  /** Shown at the foot. */
  readonly tools?: ReactNode;
}

/**
 * Edits the text of a note in place. The text is saved when the user pauses, and when the focus leaves it, with what others have changed
 * in other lines. If they have changed the same lines, nothing is saved until the user has chosen.
 */
export function NoteEditor({ client, person, note, personOf, isGone: wasGone = false, onSaved, onClosed, onCancelled, tools }: NoteEditorProps) {
  const place = { person, board: note.board, note: note.id };
  const form = useRef<HTMLFormElement>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const lastSaved = useRef<Note | null>(null);
  const [found, setFound] = useState<Note | 'gone' | null>(null);
  const [hasBoth, setHasBoth] = useState(false);
  const [state, setState] = useState<SaveState>('idle');
  /** Who wrote what the unsaved text has besides the user's own changes; an empty text if that is not known. */
  const mergedFrom = useRef<string | null>(null);
  const [savedWith, setSavedWith] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [errors, setErrors] = useState<NoteErrors>({});
  const stored = found !== null && found !== 'gone' && (wasGone || found.version > note.version) ? found : note;
  const { draft, change, drop } = useDraft(place, stored);
  const isGone = found === null ? wasGone : found === 'gone';
  const isNewer = stored.version !== draft.base?.version || (wasGone && stored === found);
  // The note can arrive before the response to the save that changed it.
  const differs = !isGone && state !== 'saving' && isNewer && !isSameText(stored, draft);
  const merged = differs && draft.base ? mergedText(draft, draft.base, stored) : null;
  const hasConflict = differs && merged === null;
  const isUndecided = isGone || hasConflict;
  const shownState = isUndecided || failure ? 'idle' : stateOf(state, draft);
  const shownWith = state === 'saved' ? savedWith : null;

  const shownText = useRef<NoteText>(draft);
  useLayoutEffect(() => {
    shownText.current = draft;
  }, [draft]);
  useFormFocus(form, note.id);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  /** Adds what others have changed in other lines to the form and to the draft. Returns the new draft; null if the user has to choose. */
  function takeChanges(text: Draft, theirs: Note): Draft | null {
    const both = text.base && mergedText(text, text.base, theirs);
    if (!both) return null;
    showBody(form.current, both.body);
    mergedFrom.current = isSameText(theirs, both) ? null : (writerOf(theirs)?.name ?? '');
    const next = { ...both, base: baseOf(theirs) };
    change(next);
    return { ...text, ...next };
  }

  /** The other person who changed a note last; null for the user, and if it is not known. */
  function writerOf({ edited_by: editor, author }: Note): Writer | null {
    const id = editor ?? author;
    return id === null || id === person || !personOf ? null : { id, ...personOf(id) };
  }

  const takeStored = useEffectEvent(() => {
    if (merged !== null) takeChanges(draft, stored);
  });
  useLayoutEffect(() => takeStored(), [merged?.title, merged?.body, stored.version]);

  const saveLater = useEffectEvent(() => void store());
  useEffect(() => {
    if (isUndecided) return;
    const pause = setTimeout(saveLater, PAUSE_MS);
    return () => clearTimeout(pause);
    // A text that others' changes have left as it is has a new base, and still has to be saved.
  }, [draft.title, draft.body, draft.base?.version, isUndecided]);

  /** Stores the user's text, unless the table would refuse it. Resolves to whether nothing is left to store. */
  async function store(): Promise<boolean> {
    while (running.current) await running.current;
    const text = draftAt(place);
    if (!text || text.waiting || !isUnsaved(text)) return true;
    if (hasErrors(checkNote(text))) return false;
    running.current = send(text);
    return running.current;
  }

  async function send(text: Draft, restores = false): Promise<boolean> {
    setState('saving');
    setFailure(null);
    try {
      const outcome = await retryMerged(await saveDraft(client, place, text, restores), (newer) => {
        const now = draftAt(place);
        // Without a draft, the user has undone the change meanwhile.
        const both = now && takeChanges(now, newer);
        return both && saveDraft(client, place, both);
      });
      if (outcome.kind === 'changed') setFound(outcome.note);
      if (outcome.kind === 'gone') setFound('gone');
      if (outcome.kind === 'saved') {
        // The user has undone the change while it was being saved.
        const now = shownText.current;
        if (form.current && !draftAt(place) && !isSameText(outcome.note, now)) change({ title: now.title, body: now.body, base: baseOf(outcome.note) });
        setFound(outcome.note);
        lastSaved.current = outcome.note;
        onSaved(outcome.note);
      }
      setSavedWith(outcome.kind === 'saved' ? mergedFrom.current : null);
      if (outcome.kind === 'saved') mergedFrom.current = null;
      setState(outcome.kind === 'saved' || outcome.kind === 'waiting' ? outcome.kind : 'idle');
      return outcome.kind === 'saved' || outcome.kind === 'waiting';
    } catch (error) {
      setState('idle');
      setFailure(asWorkspaceError(error));
      // The user has left the editor already. Their text is still a draft.
      if (!form.current) showToast({ tone: 'error', text: `${notesText('sendRefused', { title: text.title })} ${asWorkspaceError(error).message}` });
      return false;
    } finally {
      running.current = null;
    }
  }

  /** Shows what the table would refuse. Returns whether it would take the text. */
  function showErrors(): boolean {
    const problems = checkNote(draft);
    setErrors(problems);
    return !hasErrors(problems);
  }

  /** Leaves the editor. What the user cannot or need not decide now stays a draft. */
  async function close(): Promise<void> {
    if (isUndecided || failure || hasErrors(errors)) return onClosed(lastSaved.current);
    if (!showErrors() || !(await store())) return;
    const rest = draftAt(place);
    if (!rest || !isUnsaved(rest)) drop();
    onClosed(lastSaved.current);
  }

  async function keepMine(): Promise<void> {
    change({ base: baseOf(stored) });
    if (await store()) onClosed(lastSaved.current);
  }

  /** Puts both texts into the form. They are saved like any other change. */
  function keepBoth(): void {
    // The button disappears.
    [...(form.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus();
    setHasBoth(true);
    change({ body: bothTexts(draft, stored), base: baseOf(stored) });
  }

  /** Stores a deleted note again, with the user's text. */
  async function restore(): Promise<void> {
    if (showErrors() && (await send(draft, true))) onClosed(lastSaved.current);
  }

  function cancel(): void {
    drop();
    onCancelled();
  }

  return (
    <form
      className={classes['editor']}
      noValidate
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !isUndecided) void store();
      }}
      onKeyDown={(event) => {
        const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if ((event.key !== 'Escape' && !isSubmit) || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void close();
      }}
      onSubmit={(event) => event.preventDefault()}
      ref={form}
    >
      <NoteSides
        conflict={
          hasConflict
            ? { mine: draft, me: personOf ? { id: person, ...personOf(person) } : null, theirs: stored, writer: writerOf(stored), onKeepMine: () => void keepMine(), onKeepTheirs: cancel }
            : null
        }
      >
        <FieldsInPlace
          errors={errors}
          onChange={(text) => {
            change(text);
            setState((now) => (now === 'saving' ? now : 'idle'));
            if (hasErrors(errors)) setErrors({});
          }}
          other={hasConflict ? stored : null}
          text={draft}
        />
      </NoteSides>
      {isGone && (
        <Alert>
          <p>{notesText('gone')}</p>
          <div className="atrium-row">
            <Button busy={state === 'saving'} onClick={() => void restore()}>
              {notesText('save')}
            </Button>
            <Button onClick={cancel}>{workspaceText('cancel')}</Button>
          </div>
        </Alert>
      )}
      {hasBoth && !isUndecided && (
        <Alert tone="info">
          <p>{notesText('bothKept')}</p>
        </Alert>
      )}
      {failure && <FailureAlert error={failure} keepsText onRetry={() => void store()} />}
      <div className={classes['editorFoot']}>
        {!hasConflict && (
          <EditorTools>
            <Action label={notesText('checklist')} note={note} onClick={() => makeList(form.current)}>
              <ListChecks aria-hidden="true" size={16} />
            </Action>
            {tools}
          </EditorTools>
        )}
        {/* Others have changed the text in the field. The other states come and go while the user types. */}
        <p className="atrium-visually-hidden" role="status">
          {shownState === 'saved' && shownWith !== null && stateText(shownState, shownWith)}
        </p>
        <p aria-hidden={shownState === 'saved' && shownWith !== null} className="atrium-muted atrium-small">
          {shownState === 'saved' && <Check aria-hidden="true" size={14} />} {stateText(shownState, shownWith)}
        </p>
        <Button className="atrium-button-small" onClick={() => void close()}>
          {notesText(isUndecided ? 'decideLater' : 'close')} <kbd aria-hidden="true">Esc</kbd>
        </Button>
        {hasConflict && (
          <Button className="atrium-button-small" onClick={keepBoth} tone="primary">
            {notesText('keepBoth')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The state of the user's text. A text that is being written is about to be saved, unless the table would refuse it. */
function stateOf(state: SaveState, draft: Draft): SaveState {
  if (state === 'saving') return state;
  // The outbox can have sent a text that waited.
  if (!isUnsaved(draft)) return 'saved';
  if (state === 'waiting') return state;
  return hasErrors(checkNote(draft)) ? 'idle' : 'saving';
}

function stateText(state: SaveState, savedWith: string | null): string {
  if (state === 'idle') return '';
  if (state !== 'saved') return notesText(state === 'saving' ? 'stateSaving' : 'waiting');
  if (savedWith === null) return notesText('stateSaved');
  return savedWith === '' ? notesText('stateMerged') : notesText('stateSavedWith', { name: savedWith });
}
