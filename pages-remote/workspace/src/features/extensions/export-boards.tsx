import { LayoutGrid } from 'lucide-react';
import { useEffect } from 'react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import { auth } from 'auth/auth';
import { loadExport } from '../../model/export.ts';
import { extensionsText } from './extensions-messages.ts';
import classes from './extensions.module.css';

/** Adds the user's boards, notes and files to the file that the account's data page exports. */
export default function ExportBoards({ userId, addPart }: SlotProps<'account.data'>) {
  useEffect(
    () => addPart('workspace', async (signal, onProgress) => loadExport(await auth.getSupabase(), userId, signal, onProgress)),
    [addPart, userId],
  );
  return (
    <div className={classes['exported']}>
      <LayoutGrid aria-hidden="true" size={16} />
      <p>
        {extensionsText('exported')}
        <span className="atrium-muted atrium-small">{extensionsText('exportedHint')}</span>
      </p>
    </div>
  );
}
