import * as v from 'valibot';
import { BOARD_TEXTS } from './board-texts.ts';
import type { Visit } from './visit.ts';

/** The requests for the notes of a board. */
const NOTES_OF_BOARD = /workspace_notes\?(?=.*board=eq)/;

/** A note in a response of the database. */
export function noteOf(texts: { readonly title: string; readonly body: string }) {
  const at = '2026-03-02T09:30:00+00:00';
  return {
    ...texts, id: '5eed0000-0000-4000-8000-0000000000b1', board: '', done: false, position: 'Z', version: 1, author: null, edited_by: null, edited_at: null,
    created_at: at, updated_at: at, workspace_attachments: [],
  };
}

const boardsSchema = v.array(v.looseObject({ owner: v.string(), workspace_members: v.array(v.looseObject({ person: v.string(), role: v.string() })) }));

/** Makes the member a viewer of their board, which the other member owns then. */
export async function makeViewer(visit: Visit): Promise<void> {
  await visit.page.route(/workspace_boards\?(?=.*&id=eq)/, async (route) => {
    const response = await route.fetch();
    const boards = v.parse(boardsSchema, await response.json()).map(({ owner, workspace_members: members, ...board }) => {
      const others = members.filter(({ person }) => person !== owner).map((member) => ({ ...member, role: 'owner' }));
      const name = BOARD_TEXTS[visit.language].names[1];
      return { ...board, owner: others[0]?.person ?? '', account_profiles: { name }, workspace_members: [...others, { person: owner, role: 'viewer', account_profiles: { name: '' } }] };
    });
    return route.fulfill({ response, json: boards });
  });
}

const notesSchema = v.array(v.looseObject({ title: v.string(), author: v.nullable(v.string()) }));

/** Finds out who wrote the last note of the list that the board reads next. */
export async function lastAuthor(visit: Visit): Promise<() => string | null> {
  let author: string | null = null;
  await visit.page.route(NOTES_OF_BOARD, async (route) => {
    if (route.request().method() === 'GET') author = v.parse(notesSchema, await (await route.fetch()).json()).at(-1)?.author ?? null;
    return route.fallback();
  });
  return () => author;
}

/** Changes the response when the board reads its list again, for example after it has subscribed to changes. */
export async function changeNotes(visit: Visit, change: (notes: v.InferOutput<typeof notesSchema>) => object[]): Promise<void> {
  await visit.page.route(NOTES_OF_BOARD, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: change(v.parse(notesSchema, await response.json())) });
  });
}
