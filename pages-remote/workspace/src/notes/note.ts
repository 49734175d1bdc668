import * as v from 'valibot';

/** A row of `workspace_notes`, as far as this page reads it. Times are as the database writes them (ISO 8601). */
export const noteSchema = v.object({
  id: v.string(),
  title: v.string(),
  body: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
});

export type Note = v.InferOutput<typeof noteSchema>;

/** What a person writes. */
export interface NoteText {
  readonly title: string;
  readonly body: string;
}

/** Longest title and body, in characters: what the table's checks accept. */
export const TITLE_LENGTH = 200;
export const BODY_LENGTH = 20_000;

/** Newest first; notes of one instant by their id, so that pages never overlap. */
export function compareNotes(one: Note, other: Note): number {
  return compare(other.created_at, one.created_at) || compare(other.id, one.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
