import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Board } from '../boards/board.ts';
import { callFunction } from '../data/call-function.ts';
import { saveFile } from '../data/save-file.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { boardText } from './board-messages.ts';

type Format = 'csv' | 'markdown';

const files = { csv: { ending: 'csv', type: 'text/csv' }, markdown: { ending: 'md', type: 'text/markdown' } } as const satisfies Record<Format, object>;

interface BoardExportProps {
  readonly client: SupabaseClient;
  readonly board: Board;
}

/** All notes of a board as a file, which a function writes. */
export function BoardExport({ client, board }: BoardExportProps) {
  const exported = useMutation({
    mutationFn: async (format: Format) => {
      const content = await callFunction(client, 'workspace-export', { board: board.id, format });
      const { ending, type } = files[format];
      saveFile(new Blob([content instanceof Blob ? content : String(content)], { type }), `${board.name}.${ending}`);
    },
    onSuccess: () => void showToast({ text: boardText('exported', { name: board.name }) }),
  });
  return (
    <>
      <h2>{boardText('exportHeading')}</h2>
      <p>{boardText('exportAdvice')}</p>
      {exported.error && (
        <Alert>
          <p>{asWorkspaceError(exported.error).message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        {(['csv', 'markdown'] as const).map((format) => (
          <Button busy={exported.isPending && exported.variables === format} key={format} onClick={() => exported.mutate(format)} unavailable={exported.isPending}>
            {boardText(format)}
          </Button>
        ))}
      </div>
    </>
  );
}
