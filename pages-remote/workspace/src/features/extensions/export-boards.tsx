import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import { language } from '@atrium/page-kit/messages';
import { auth } from 'auth/auth';
import { countExport } from '../../model/export-counts.ts';
import { loadExport } from '../../model/export.ts';
import { sizeText } from '../../model/files.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { WorkspaceData } from '../../sync/workspace-data.tsx';
import classes from './export-boards.module.css';
import { extensionsText } from './extensions-messages.ts';

/** Rows of the account's data page: the boards, notes and files that it exports, which the user can leave out. */
export default function ExportBoards(props: SlotProps<'account.data'>) {
  return (
    <WorkspaceData>
      <Choices {...props} />
    </WorkspaceData>
  );
}

function Choices({ userId, addPart, savesFiles = false }: SlotProps<'account.data'>) {
  const [withNotes, setWithNotes] = useState(true);
  const [withFiles, setWithFiles] = useState(true);
  const { data: counts } = useQuery({
    queryKey: queryKeys.exportCounts,
    queryFn: async ({ signal }) => countExport(await auth.getSupabase(), userId, signal),
  });

  useEffect(
    () =>
      addPart('workspace', async (signal, onProgress, addFile) =>
        loadExport(await auth.getSupabase(), { person: userId, signal, onProgress, withNotes, addFile: withFiles ? addFile : undefined }),
      ),
    [addPart, userId, withNotes, withFiles],
  );

  const list = new Intl.ListFormat(language(), { type: 'unit', style: 'short' });
  const files = counts && [extensionsText('exportedFiles', { count: counts.files }), ...(counts.bytes === null || counts.files === 0 ? [] : [sizeText(counts.bytes)])];
  return (
    <div className={classes['choices']}>
      <Choice
        isChosen={withNotes}
        label={extensionsText('exportNotes')}
        onChange={setWithNotes}
        size={counts && list.format([extensionsText('exportedBoards', { count: counts.boards }), extensionsText('exportedNotes', { count: counts.notes })])}
      />
      {savesFiles && <Choice isChosen={withFiles} label={extensionsText('exportFiles')} onChange={setWithFiles} size={files && list.format(files)} />}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** How much it is; undefined until that is known. */
  readonly size: string | undefined;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Choice({ label, size, isChosen, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classes['choice']}>
      <input aria-describedby={`${id}-size`} checked={isChosen} className={`atrium-checkbox ${classes['box']}`} id={id} onChange={({ target }) => onChange(target.checked)} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      <span className="atrium-muted atrium-small" id={`${id}-size`}>{size}</span>
    </div>
  );
}
