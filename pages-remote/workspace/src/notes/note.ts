import * as v from 'valibot';

/** A row of `workspace_notes`, as far as this page reads it. Times are as the database writes them (ISO 8601). */
export const noteSchema = v.object({
  id: v.string(),
  board: v.string(),
  title: v.string(),
  body: v.string(),
  done: v.boolean(),
  /** Place in the board's own order: texts that sort byte by byte. */
  position: v.string(),
  /** Raised by each change of title or body. */
  version: v.number(),
  /** Id of who wrote it; null when that person is gone. */
  author: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  /** Its files, of which only the number is shown. */
  workspace_attachments: v.array(v.object({ id: v.string() })),
});

export type Note = Readonly<v.InferOutput<typeof noteSchema>>;

/** What a person writes. */
export interface NoteText {
  readonly title: string;
  readonly body: string;
}

/** Longest title and body, in characters: what the table's checks accept. */
export const TITLE_LENGTH = 200;
export const BODY_LENGTH = 20_000;
