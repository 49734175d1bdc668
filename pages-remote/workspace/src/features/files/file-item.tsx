import { useMutation, useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { deleteRow, showDeleted } from '../../model/deletions.ts';
import { downloadAddress, SIGNED_ADDRESS_S, type StoredFile } from '../../model/files.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { downloadFrom } from './save-file.ts';

interface FileItemProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
  /** Whether the user may delete it. */
  readonly canWrite: boolean;
  /** Called when the file was deleted or restored. */
  readonly onChanged: () => void;
}

/** A file with a preview if it is a picture, a button that downloads it and, for those who may write, one that deletes it. */
export function FileItem({ client, file, canWrite, onChanged }: FileItemProps) {
  const { id, name, path, type, size } = file;
  const isPicture = type.startsWith('image/');
  const preview = useQuery({
    queryKey: queryKeys.fileAddress(path),
    queryFn: () => downloadAddress(client, path),
    enabled: isPicture,
    staleTime: (SIGNED_ADDRESS_S / 2) * 1000,
  });
  const download = useMutation({
    mutationFn: async () => downloadFrom(await downloadAddress(client, path, name), name),
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
          {name} <span className="atrium-muted atrium-small">{sizeText(size)}</span>
        </p>
        <div className="atrium-row">
          <Button busy={download.isPending} className="atrium-button-small" onClick={() => download.mutate()}>
            {filesText('download')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
          {canWrite && (
            <Button busy={deletion.isPending} className="atrium-button-small" onClick={() => deletion.mutate()}>
              {filesText('delete')} <span className="atrium-visually-hidden">{name}</span>
            </Button>
          )}
        </div>
      </div>
      {failure && <FailureAlert error={failure} />}
    </div>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  // English has no plural for the short form of bytes.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: UNITS[step], unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}
