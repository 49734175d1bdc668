import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { followLink } from '../data/save-file.ts';
import { asWorkspaceError, WorkspaceError } from '../data/workspace-error.ts';
import type { StoredFile } from './file.ts';
import { fileSize } from './file-size.ts';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { BUCKET, removeFile } from './files-table.ts';
import { assertStored } from './storage-failure.ts';

/** Seconds for which a signed address works. */
const SIGNED_S = 600;

interface FileItemProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
  readonly onDeleted: () => void;
}

/** A file: a look at it where it is a picture, a way to save it, and one to delete it. */
export function FileItem({ client, file, onDeleted }: FileItemProps) {
  const [asking, setAsking] = useState(false);
  const { name, path, type, size } = file;
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
    mutationFn: () => removeFile(client, file),
    onSuccess: () => {
      setAsking(false);
      showToast({ tone: 'notice', text: filesText('deleted', { name }) });
      onDeleted();
    },
  });
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
          <Button className="atrium-button-small" onClick={() => setAsking(true)}>
            {filesText('delete')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
        </div>
      </div>
      <AlertDialog
        busy={deletion.isPending}
        cancel={filesText('no')}
        confirm={filesText('yesDelete')}
        description={filesText('deleteAdvice')}
        failure={deletion.error && asWorkspaceError(deletion.error).message}
        onCancel={() => {
          deletion.reset();
          setAsking(false);
        }}
        onConfirm={() => deletion.mutate()}
        open={asking}
        title={filesText('askDelete', { name })}
      />
      {download.error && (
        <Alert>
          <p>{asWorkspaceError(download.error).message}</p>
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
