import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import type { Board } from '../boards/board.ts';
import { callFunction } from '../data/call-function.ts';
import { saveFile } from '../data/save-file.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { boardText } from './board-messages.ts';

type Format = 'csv' | 'markdown';

const files = { csv: { ending: 'csv', type: 'text/csv' }, markdown: { ending: 'md', type: 'text/markdown' } } as const satisfies Record<Format, object>;

/** All notes of a board as a file, which a function writes. What became of it is told by a toast: the menu is gone by then. */
export function useBoardExport(client: SupabaseClient, board: Board): UseMutationResult<void, Error, Format> {
  return useMutation({
    mutationFn: async (format: Format) => {
      const content = await callFunction(client, 'workspace-export', { board: board.id, format });
      const { ending, type } = files[format];
      saveFile(new Blob([content instanceof Blob ? content : String(content)], { type }), `${board.name}.${ending}`);
    },
    onSuccess: () => void showToast({ text: boardText('exported', { name: board.name }) }),
    onError: (error) => void showToast({ tone: 'error', text: asWorkspaceError(error).message }),
  });
}
