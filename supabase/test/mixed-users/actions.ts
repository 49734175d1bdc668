import type { Visitor } from './visitor.ts';

/** An action on a board, which the services have to allow or refuse. */
type Action = (visitor: Visitor, board: string) => Promise<unknown>;

/** Actions of a board's member. Everything that they create contains the board's mark. */
export const MEMBER_ACTIONS: Readonly<Record<string, Action>> = {
  async 'write a note'(visitor, board) {
    const { error } = await notes(visitor).insert({ board, title: visitor.mark(board), body: `${visitor.person.name} was here` });
    if (error) throw error;
  },
  async 'change a note'(visitor, board) {
    const { data } = await notes(visitor).select('id, version').eq('board', board).order('updated_at').limit(1).maybeSingle();
    if (data) await notes(visitor).update({ body: visitor.mark(board) }).eq('id', data.id).eq('version', data.version);
  },
  async 'move a note'(visitor, board) {
    const { data } = await notes(visitor).select('id').eq('board', board).order('position', { ascending: false }).limit(1).maybeSingle();
    // Another member may have deleted it meanwhile.
    if (data) await visitor.person.client.rpc('workspace_move_note', { note: data.id });
  },
  async 'delete a note'(visitor, board) {
    const { data, count } = await notes(visitor).select('id', { count: 'exact' }).eq('board', board).order('created_at').limit(1);
    // A few notes stay, so that there is always something to read.
    if (data?.[0] && (count ?? 0) > 5) await notes(visitor).delete().eq('id', data[0].id);
  },
  async 'attach a file'(visitor, board) {
    const { data: note } = await notes(visitor).select('id').eq('board', board).order('created_at', { ascending: false }).limit(1).maybeSingle();
    if (!note) return;
    const path = `${board}/${note.id}/${crypto.randomUUID()}/plan.txt`;
    const { error } = await files(visitor).upload(path, new Blob([visitor.mark(board)], { type: 'text/plain' }), { contentType: 'text/plain' });
    // The note may have been deleted, or have too many files.
    if (error) return;
    const row = { board, note: note.id, path, name: `${visitor.mark(board)}.txt`, type: 'text/plain', size: 50 };
    await visitor.person.client.from('workspace_attachments').insert(row);
  },
  'send a broadcast': (visitor, board) => visitor.broadcast(board),
};

/** Actions that every person tries on every board. */
export const ANYONES_ACTIONS: Readonly<Record<string, Action>> = {
  async 'read the notes'(visitor, board) {
    visitor.record('rows', (await notes(visitor).select('*, workspace_attachments(*), workspace_boards(name)').eq('board', board).limit(50)).data);
  },
  async 'read everything'(visitor) {
    visitor.record('rows', (await notes(visitor).select().order('updated_at', { ascending: false }).limit(100)).data);
    visitor.record('rows', (await visitor.person.client.from('workspace_attachments').select().limit(100)).data);
  },
  async 'search'(visitor) {
    visitor.record('searches', (await notes(visitor).select('title, body').textSearch('search', 'here', { config: 'simple' }).limit(50)).data);
  },
  async 'change what may be of others'(visitor, board) {
    visitor.record('rows', (await notes(visitor).update({ done: true }).eq('board', board).select()).data);
  },
  async 'download files'(visitor, board) {
    const { data: folders } = await files(visitor).list(board);
    for (const { name: note } of (folders ?? []).slice(0, 2)) {
      const { data: versions } = await files(visitor).list(`${board}/${note}`);
      for (const { name } of (versions ?? []).slice(0, 2)) await readFile(visitor, `${board}/${note}/${name}/plan.txt`);
    }
  },
  async 'export'(visitor, board) {
    const { data } = await visitor.person.client.functions.invoke<unknown>('workspace-export', { body: { board, format: 'csv' } });
    visitor.record('exports', data instanceof Blob ? await data.text() : data);
  },
};

/** Reads a file with a known path in every possible way. */
export async function readFile(visitor: Visitor, path: string): Promise<void> {
  const { data: blob } = await files(visitor).download(path);
  visitor.record('files', await blob?.text());
  const { data: signed } = await files(visitor).createSignedUrl(path, 60);
  if (signed) visitor.record('signed addresses', await (await fetch(signed.signedUrl)).text());
  visitor.record('files', await (await fetch(files(visitor).getPublicUrl(path).data.publicUrl)).text());
}

function notes(visitor: Visitor) {
  return visitor.person.client.from('workspace_notes');
}

function files(visitor: Visitor) {
  return visitor.person.client.storage.from('workspace-files');
}
