import * as v from 'valibot';

/** The columns of `__table___items` that the pages read. */
export const itemSchema = v.object({ id: v.string(), title: v.string(), note: v.string() });

export type Item = v.InferOutput<typeof itemSchema>;

/** Maximum lengths in characters, as in the table's check constraints. */
export const TITLE_LENGTH = 200;
export const NOTE_LENGTH = 2000;
