import { backend, renderPage, type OpenPage, type Row } from '@atrium/page-kit/testing';
import workspace from '../src/module.ts';

/** The table of notes, as the migrations make it. */
export const notes = () => backend.table('workspace_notes');

beforeEach(() => {
  notes().define({
    columns: ['id', 'owner', 'title', 'body', 'created_at', 'updated_at'],
    defaults: { body: '' },
    stamps: { insert: ['created_at'], update: ['updated_at'] },
    owner: 'owner',
    required: ['title'],
    signedInOnly: true,
  });
});

/** Stores a note as another tab would. */
export function putNote(note: { readonly title: string; readonly body?: string }): Row {
  const [stored] = notes().insert(note);
  if (!stored) throw new Error('unreachable: an inserted row comes back');
  return stored;
}

/** A note as the table has it now. */
export function storedNote({ id }: Row): Row | undefined {
  return notes().rows.find((row) => row['id'] === id);
}

let visitor = '';

// A person of their own for each test: drafts last as long as the tab.
beforeEach(() => {
  visitor = `${crypto.randomUUID()}@example.com`;
});

/** Opens the workspace for the test's person, or another. */
export function openWorkspace(email = visitor): Promise<OpenPage> {
  return renderPage(workspace, { at: '/workspace', auth: { person: { email } } });
}
