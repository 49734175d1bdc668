import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { Field, TextField } from '@atrium/page-kit/ui';
import type { NotesView } from '../../model/notes-view.ts';
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
}

/** The search, filters and order of a board's notes. */
export function NotesToolbar({ view, onChange }: NotesToolbarProps) {
  return (
    <div className={classes['toolbar']} role="search">
      <SearchField onSearch={(search) => onChange({ search })} search={view.search} />
      <Choice
        label={notesText('stateLabel')}
        onChange={(state) => onChange({ state })}
        options={{ all: notesText('stateAll'), open: notesText('stateOpen'), done: notesText('stateDone') }}
        value={view.state}
      />
      <Choice
        label={notesText('orderLabel')}
        onChange={(order) => onChange({ order })}
        options={{ own: notesText('orderOwn'), newest: notesText('orderNewest'), changed: notesText('orderChanged'), title: notesText('orderTitle') }}
        value={view.order}
      />
      <div className={classes['checks']}>
        <Check checked={view.mine} label={notesText('mine')} onChange={(mine) => onChange({ mine })} />
        <Check checked={view.withFiles} label={notesText('withFiles')} onChange={(withFiles) => onChange({ withFiles })} />
      </div>
    </div>
  );
}

function SearchField({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const [reported, setReported] = useState(search);
  if (search !== shown) {
    setShown(search);
    // The search was changed elsewhere, by "Show all notes" or the back button.
    if (search !== reported) setText(search);
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
    <TextField
      autoComplete="off"
      label={notesText('searchLabel')}
      onChange={(event) => setText(event.target.value)}
      placeholder={notesText('searchPlaceholder')}
      type="search"
      value={text}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const isOption = (text: string): text is Value => Object.hasOwn(options, text);
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} onChange={({ target }) => isOption(target.value) && onChange(target.value)} value={value}>
          {Object.entries<string>(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={classes['checkLabel']}>
      <input checked={checked} className={classes['check']} onChange={({ target }) => onChange(target.checked)} type="checkbox" />
      {label}
    </label>
  );
}
