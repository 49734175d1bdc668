import type { Client } from '../project.ts';
import type { Answer } from './matrix.ts';

type Kind = 'board' | 'note' | 'file';

const TABLES = { board: 'workspace_boards', note: 'workspace_notes', file: 'workspace_attachments' } as const;

/** Restores something. The answer has a row if the caller may restore it, and it exists now. */
export async function restore(client: Client, kind: Kind, id: string): Promise<Answer> {
  const { data, error } = await client.rpc('workspace_restore', { kind, id });
  return { data: data === true ? [id] : [], error };
}

/** Deletes something and restores it. A deletion that the policies refuse leaves nothing to restore. */
export async function deleteAndRestore(client: Client, kind: Kind, id: string): Promise<Answer> {
  const deleted = await client.from(TABLES[kind]).delete().eq('id', id);
  return deleted.error ? deleted : restore(client, kind, id);
}
