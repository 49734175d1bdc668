import { useEffect, useEffectEvent, useState } from 'react';
import { Field, TextField } from '@atrium/page-kit/ui';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';
import type { NotesView } from './notes-view.ts';

/** Milliseconds without a key after which a search is made. */
const PAUSE_MS = 250;

interface NotesToolbarProps {
  readonly view: NotesView;
  readonly onChange: (change: Partial<NotesView>) => void;
}

/** Search, filters and order of the notes of a board. */
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
  const [told, setTold] = useState(search);
  if (search !== shown) {
    setShown(search);
    // Another search than the one that was asked for here: "Show all notes", or "back".
    if (search !== told) setText(search);
  }
  const tell = useEffectEvent(() => {
    if (text.trim() === search) return;
    setTold(text.trim());
    onSearch(text.trim());
  });
  useEffect(() => {
    const pause = setTimeout(tell, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return <TextField autoComplete="off" label={notesText('searchLabel')} onChange={(event) => setText(event.target.value)} type="search" value={text} />;
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
