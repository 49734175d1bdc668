import * as v from 'valibot';
import type { ProjectClient } from '../_shared/project.ts';

/** Notes per request: the default limit of a project's Data API. */
const PAGE_SIZE = 1000;

const noteSchema = v.object({
  position: v.string(),
  title: v.string(),
  body: v.string(),
  done: v.boolean(),
  created_at: v.string(),
  updated_at: v.string(),
  author: v.nullable(v.object({ name: v.string() })),
  files: v.array(v.object({ name: v.string() })),
});
const COLUMNS = 'position, title, body, done, created_at, updated_at, author:account_profiles(name), files:workspace_attachments(name)';

const OF_FILES = { referencedTable: 'files' };

/** A note with its author and files. Times are ISO 8601. The author is null if the account was deleted. */
export type BoardNote = v.InferOutput<typeof noteSchema>;

/** Reads the notes of a board page by page, with the caller's access. */
export class BoardReader {
  readonly #client: ProjectClient;
  readonly #board: string;
  readonly name: string;
  #last: string | undefined;
  #isAtEnd = false;

  private constructor(client: ProjectClient, board: string, name: string) {
    this.#client = client;
    this.#board = board;
    this.name = name;
  }

  /**
   * Opens a board; undefined if the caller has no access to one with this id.
   * @throws PostgrestError
   */
  static async open(client: ProjectClient, board: string): Promise<BoardReader | undefined> {
    const { data } = await client.from('workspace_boards').select('name').eq('id', board).throwOnError();
    const [row] = v.parse(v.array(v.object({ name: v.string() })), data);
    return row && new BoardReader(client, board, row.name);
  }

  /**
   * The next notes in the board's order; none at the end.
   * @throws PostgrestError, also if the signal aborts the request
   */
  async next(signal: AbortSignal): Promise<BoardNote[]> {
    if (this.#isAtEnd) return [];
    let query = this.#client.from('workspace_notes').select(COLUMNS).eq('board', this.#board).order('position').order('created_at', OF_FILES).order('id', OF_FILES).limit(PAGE_SIZE).abortSignal(signal);
    // Continues after the last position instead of at an offset, which notes added or deleted meanwhile would shift.
    if (this.#last !== undefined) query = query.gt('position', this.#last);
    const { data } = await query.throwOnError();
    const notes = v.parse(v.array(noteSchema), data);
    this.#last = notes.at(-1)?.position;
    this.#isAtEnd = this.#last === undefined;
    return notes;
  }
}
