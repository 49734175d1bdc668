import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Board } from './boards.ts';
import { pictureAddresses, profileSchema } from './members.ts';
import { NOTES_TABLE } from './notes.ts';
import { readRows } from './workspace-error.ts';

const COLUMNS = 'id,title,board,author,edited_by,edited_at,created_at';

/** Maximum number of boards to look at: their ids are part of the URL of a request. */
const MAX_BOARDS = 50;

const editedNoteSchema = v.object({
  id: v.string(),
  title: v.string(),
  board: v.string(),
  author: v.nullable(v.string()),
  edited_by: v.nullable(v.string()),
  edited_at: v.nullable(v.string()),
  created_at: v.string(),
});

const personSchema = v.object({ person: v.string(), ...profileSchema.entries });

/** A note that another person wrote or edited last. */
export interface RecentEdit {
  readonly note: string;
  readonly title: string;
  readonly board: string;
  readonly boardName: string;
  /** User id of that person. */
  readonly person: string;
  /** Their name; empty if they are no longer on a board with the user. */
  readonly name: string;
  /** The URL of their picture, if they have one. */
  readonly picture: string | undefined;
  /** When they wrote it or, if it has been edited since, edited it. ISO 8601. */
  readonly at: string;
}

/**
 * The notes that other people wrote or edited last, on the boards that the user shares, the latest first.
 * @param boards the user's boards, those with the latest changes first
 * @param person id of the user
 * @throws {WorkspaceError}
 */
export async function listRecentEdits(client: SupabaseClient, boards: readonly Board[], person: string, count: number, signal: AbortSignal): Promise<readonly RecentEdit[]> {
  const shared = boards.filter(({ workspace_members: members }) => members.length > 1).slice(0, MAX_BOARDS);
  if (shared.length === 0) return [];
  // Without the boards, the database would read the notes of all its users and compare each with the user's boards.
  const notes = () => client.from(NOTES_TABLE).select(COLUMNS).in('board', shared.map(({ id }) => id)).limit(count).abortSignal(signal);
  const [edited, written] = await Promise.all([
    notes().neq('edited_by', person).order('edited_at', { ascending: false }).order('id'),
    notes().neq('author', person).is('edited_at', null).order('created_at', { ascending: false }).order('id'),
  ]);
  const found = [edited, written]
    .flatMap((response) => readRows(editedNoteSchema, response))
    .flatMap(({ author, edited_by: editor, edited_at: editedAt, created_at: createdAt, ...note }) => {
      const other = editor ?? author;
      return other === null ? [] : [{ ...note, person: other, at: editedAt ?? createdAt }];
    })
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, count);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ person: other }) => other))];
  const people = readRows(personSchema, await client.from('account_profiles').select('person,name,avatar_path').in('person', ids).abortSignal(signal));
  const pictures = await pictureAddresses(client, people.map(({ person: other, ...profile }) => ({ person: other, account_profiles: profile })));
  return found.map(({ id, title, board, person: other, at }) => ({
    note: id,
    title,
    board,
    boardName: shared.find((each) => each.id === board)?.name ?? '',
    person: other,
    name: people.find((each) => each.person === other)?.name ?? '',
    picture: pictures.get(other),
    at,
  }));
}
