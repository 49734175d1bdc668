import { Search } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { language } from '@atrium/page-kit/messages';
import { TextField } from '@atrium/page-kit/ui';
import type { NotesView } from '../../model/notes-view.ts';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { OrderButton, type OrderMenuProps } from './menu-buttons.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** The search parameters of a view. Missing and invalid ones get the value with which a board opens. */
const viewSchema = v.object({
  q: v.fallback(v.string(), ''),
  show: v.fallback(v.picklist(['all', 'open', 'done']), 'all'),
  mine: v.fallback(v.nullable(v.literal('yes')), null),
  files: v.fallback(v.nullable(v.literal('yes')), null),
  order: v.fallback(v.picklist(['own', 'newest', 'changed', 'title']), 'own'),
});

/** The view of a board that the URL names, so that reloads, links and the back button show the same notes; and a function that changes it. */
export function useNotesView(): readonly [NotesView, (change: Partial<NotesView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = useMemo((): NotesView => {
    const given = Object.fromEntries(['q', 'show', 'mine', 'files', 'order'].map((name) => [name, search.get(name)]));
    const { q, show, mine, files, order } = v.parse(viewSchema, given);
    return { search: q, state: show, mine: mine === 'yes', withFiles: files === 'yes', order };
  }, [search]);
  const change = useCallback(
    (changes: Partial<NotesView>) => {
      const { search: q, state, mine, withFiles, order } = { ...view, ...changes };
      setSearch(
        {
          ...(q !== '' && { q }),
          ...(state !== 'all' && { show: state }),
          ...(mine && { mine: 'yes' }),
          ...(withFiles && { files: 'yes' }),
          ...(order !== 'own' && { order }),
        },
        { replace: true },
      );
    },
    [view, setSearch],
  );
  return [view, change];
}

/** Milliseconds without typing after which the search starts. */
const PAUSE_MS = 250;

interface NotesToolbarProps {
  readonly view: NotesView;
  readonly onChange: (change: Partial<NotesView>) => void;
  /** Numbers of notes on the board; null until they are known. */
  readonly counts: { readonly notes: number; readonly done: number } | null;
  /** Number of notes with files; null if not all notes are loaded. */
  readonly withFiles: number | null;
}

/** The filters, search and order of a board's notes. */
export function NotesToolbar({ view, onChange, counts, withFiles }: NotesToolbarProps) {
  return (
    <div className={classes['toolbar']} role="search">
      <div aria-label={notesText('stateLabel')} className={classes['chips']} role="group">
        <Chip count={counts?.notes} label={notesText('stateAll')} onPress={() => onChange({ state: 'all' })} pressed={view.state === 'all'} />
        <Chip count={counts && counts.notes - counts.done} label={notesText('stateOpen')} onPress={() => onChange({ state: 'open' })} pressed={view.state === 'open'} />
        <Chip count={counts?.done} label={notesText('stateDone')} onPress={() => onChange({ state: 'done' })} pressed={view.state === 'done'} />
        <span className={classes['chipGap']} />
        <Chip count={withFiles} label={notesText('withFiles')} onPress={() => onChange({ withFiles: !view.withFiles })} pressed={view.withFiles} />
        <Chip label={notesText('mine')} onPress={() => onChange({ mine: !view.mine })} pressed={view.mine} />
      </div>
      <SearchField onSearch={(search) => onChange({ search })} search={view.search} />
      <Order onChoose={(order) => onChange({ order })} order={view.order} />
    </div>
  );
}

interface ChipProps {
  readonly label: string;
  readonly count?: number | null | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A filter that is on or off. */
function Chip({ label, count, pressed, onPress }: ChipProps) {
  return (
    <button aria-pressed={pressed} className={classes['chip']} onClick={onPress} type="button">
      {label}
      {count !== undefined && count !== null && <span>{count.toLocaleString(language())}</span>}
    </button>
  );
}

const loadOrders = () => import(/* webpackChunkName: "board-tools" */ './menus.tsx').then(({ OrderMenu }) => OrderMenu);

function Order(props: OrderMenuProps) {
  const { Part: Menu, busy, button } = useLazyPart(loadOrders);
  if (Menu) return <Menu {...props} />;
  return <OrderButton aria-haspopup="menu" busy={busy} order={props.order} {...button} />;
}

function SearchField({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const [reported, setReported] = useState(search);
  if (search !== shown) {
    setShown(search);
    // The search was changed elsewhere, by "Show all notes" or the back button.
    if (search !== reported) {
      setText(search);
      setReported(search);
    }
  }
  const report = useEffectEvent(() => {
    if (text.trim() === search) return;
    setReported(text.trim());
    onSearch(text.trim());
  });
  useEffect(() => {
    const pause = setTimeout(report, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <div className={classes['search']}>
      <Search aria-hidden="true" size={16} />
      <TextField
        autoComplete="off"
        label={notesText('searchLabel')}
        onChange={(event) => setText(event.target.value)}
        placeholder={notesText('searchPlaceholder')}
        title={notesText('searchPlaceholder')}
        type="search"
        value={text}
      />
    </div>
  );
}
