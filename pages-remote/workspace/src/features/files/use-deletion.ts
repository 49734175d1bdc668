import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { deleteRow, showDeleted } from '../../model/deletions.ts';
import type { StoredFile } from '../../model/files.ts';
import { filesText } from './files-messages.ts';

/**
 * Deletes a stored file, and shows a toast that undoes it.
 * @param onChanged called when the file was deleted or restored
 * @param onDeleted called before that, when it was deleted
 */
export function useDeletion(client: SupabaseClient, onChanged: () => void, onDeleted: (id: string) => void = () => undefined) {
  return useMutation({
    mutationFn: ({ id }: StoredFile) => deleteRow(client, 'file', id),
    onSuccess: (_, { id, name }) => {
      showDeleted({
        client,
        kind: 'file',
        id,
        texts: { deleted: filesText('deleted', { name }), refused: filesText('restoreRefused', { name }) },
        onRestored: () => {
          showToast({ text: filesText('restored', { name }) });
          onChanged();
        },
      });
      onDeleted(id);
      onChanged();
    },
  });
}
