import { useMutation, useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { deleteRow, showDeleted } from '../data/deletions.ts';
import { followLink } from '../data/save-file.ts';
import { asWorkspaceError, WorkspaceError } from '../data/workspace-error.ts';
import type { StoredFile } from './file.ts';
import { fileSize } from './file-size.ts';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { BUCKET } from './files-table.ts';
import { assertStored } from './storage-failure.ts';

/** Seconds for which a signed address works. */
const SIGNED_S = 600;

interface FileItemProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
  /** It was deleted, or restored. */
  readonly onChanged: () => void;
}

/** A file: a look at it where it is a picture, a way to save it, and one to delete it. */
export function FileItem({ client, file, onChanged }: FileItemProps) {
  const { id, name, path, type, size } = file;
  const isPicture = type.startsWith('image/');
  const preview = useQuery({
    queryKey: ['signed', path],
    queryFn: () => signedAddress(client, path),
    enabled: isPicture,
    staleTime: (SIGNED_S / 2) * 1000,
  });
  const download = useMutation({
    mutationFn: async () => followLink(await signedAddress(client, path, name), name),
  });
  const deletion = useMutation({
    mutationFn: () => deleteRow(client, 'file', id),
    onSuccess: () => {
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
      onChanged();
    },
  });
  const failure = deletion.error ?? download.error;
  return (
    <div className={classes['file']} role="listitem">
      {preview.data !== undefined && <img alt={filesText('preview', { name })} className={classes['picture']} loading="lazy" src={preview.data} />}
      <div className="atrium-row atrium-row-apart">
        <p className={classes['name']}>
          {name} <span className="atrium-muted atrium-small">{fileSize(size)}</span>
        </p>
        <div className="atrium-row">
          <Button busy={download.isPending} className="atrium-button-small" onClick={() => download.mutate()}>
            {filesText('download')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
          <Button busy={deletion.isPending} className="atrium-button-small" onClick={() => deletion.mutate()}>
            {filesText('delete')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
        </div>
      </div>
      {failure && (
        <Alert>
          <p>{asWorkspaceError(failure).message}</p>
        </Alert>
      )}
    </div>
  );
}

/**
 * An address at which a file can be read for a while; with a name, one that browsers save under it.
 * @throws {WorkspaceError}
 */
async function signedAddress(client: SupabaseClient, path: string, name?: string): Promise<string> {
  const { data, error } = await client.storage.from(BUCKET).createSignedUrl(path, SIGNED_S, name === undefined ? {} : { download: name });
  assertStored(error);
  if (!data) throw new WorkspaceError('unknown', error);
  return data.signedUrl;
}
