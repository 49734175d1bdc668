import * as v from 'valibot';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { NotesView } from './notes-view.ts';

/** The view in the address: what is not there, or wrong, is as a board shows itself first. */
const viewSchema = v.object({
  q: v.fallback(v.string(), ''),
  show: v.fallback(v.picklist(['all', 'open', 'done']), 'all'),
  mine: v.fallback(v.nullable(v.literal('yes')), null),
  files: v.fallback(v.nullable(v.literal('yes')), null),
  order: v.fallback(v.picklist(['own', 'newest', 'changed', 'title']), 'own'),
});

/** The view of a board that the address names, so that a reload, a link and "back" show the same; and how to change it. */
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
