import type { Note } from './note.ts';

export type NotesOrder = 'own' | 'newest' | 'changed' | 'title';

/** Which notes of a board are shown, and in which order. */
export interface NotesView {
  /** Words that a note must have, or the beginnings of them. */
  readonly search: string;
  readonly state: 'all' | 'open' | 'done';
  /** Only what the signed-in person wrote. */
  readonly mine: boolean;
  readonly withFiles: boolean;
  readonly order: NotesOrder;
}

/** The column that an order goes by, and whether the largest comes first. Notes that are alike in it go by their ids. */
export const orderColumns = {
  own: { column: 'position', descends: false },
  newest: { column: 'created_at', descends: true },
  changed: { column: 'updated_at', descends: true },
  title: { column: 'title', descends: false },
} as const satisfies Record<NotesOrder, { readonly column: keyof Note; readonly descends: boolean }>;

/** Whether a view shows every note of its board. */
export function showsAll({ search, state, mine, withFiles }: NotesView): boolean {
  return search === '' && state === 'all' && !mine && !withFiles;
}

/**
 * Orders two notes as the database does; null for titles, which it sorts by rules that no browser knows.
 */
export function comparisonOf(order: NotesOrder): ((one: Note, other: Note) => number) | null {
  if (order === 'title') return null;
  const { column, descends } = orderColumns[order];
  return (one, other) => {
    const ascending = compare(one[column], other[column]) || compare(one.id, other.id);
    return descends ? -ascending : ascending;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
