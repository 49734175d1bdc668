import type { GivenSession } from '../../../e2e/src/people/people.ts';
import type { Backend } from '../../../e2e/src/site/backend.ts';

/** Notes per request: a response can have at most 1000 rows. */
const NOTES_PER_REQUEST = 1000;

/** Creates a board with notes of different lengths. @returns its id */
export async function createBoard(backend: Backend, session: GivenSession, name: string, notes: number): Promise<string> {
  const board = crypto.randomUUID();
  await store(backend, session, 'workspace_boards', [{ id: board, name }]);
  for (let first = 0; first < notes; first += NOTES_PER_REQUEST) {
    const rows = Array.from({ length: Math.min(NOTES_PER_REQUEST, notes - first) }, (_, index) => noteOf(board, first + index));
    await store(backend, session, 'workspace_notes', rows);
  }
  return board;
}

function noteOf(board: string, index: number): Readonly<Record<string, string>> {
  return { board, title: `Note ${String(index)}`, body: 'A sentence about this note. '.repeat(index % 12) };
}

async function store({ apiUrl, publishableKey }: Backend, { access_token: token }: GivenSession, table: string, rows: readonly unknown[]): Promise<void> {
  const response = await fetch(`${apiUrl}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  if (!response.ok) throw new Error(`${table} could not be filled: ${String(response.status)} ${await response.text()}`);
}
