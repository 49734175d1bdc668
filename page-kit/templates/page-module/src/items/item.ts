import * as v from 'valibot';

/** A row of `__table___items`, as far as the pages read it. */
export const itemSchema = v.object({ id: v.string(), title: v.string(), note: v.string() });

export type Item = v.InferOutput<typeof itemSchema>;

/** Longest texts, in characters: what the table's checks accept. */
export const TITLE_LENGTH = 200;
export const NOTE_LENGTH = 2000;
