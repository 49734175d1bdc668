import { Link2 } from 'lucide-react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import { showToast, usePagePath } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { extensionsText } from './extensions-messages.ts';

/** An action of a board: copies its address, for people who are on the board. */
export default function CopyLink({ board, title }: SlotProps<'workspace.actions'>) {
  const path = usePagePath({ page: 'workspace.board', params: { board } });
  if (path === null) return null;

  async function copy(path: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      showToast({ text: extensionsText('copied', { name: title }) });
    } catch {
      // The browser refused, for example because the user forbids it.
      showToast({ tone: 'error', text: extensionsText('notCopied') });
    }
  }

  return (
    <Button onClick={() => void copy(path)}>
      <Link2 aria-hidden="true" size={16} /> {extensionsText('copyLink')}
    </Button>
  );
}
