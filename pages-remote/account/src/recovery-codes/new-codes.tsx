import { Dialog } from '@atrium/page-kit/primitives';
import { saveFile } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { useCopy } from '../form/use-copy.ts';
import { recoveryText } from './messages.ts';
import classes from './recovery-codes.module.css';

const FILE_NAME = 'atrium-recovery-codes.txt';

interface NewCodesProps {
  /** New codes, which are not shown again; null while the dialog is closed. */
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}

/** A dialog that shows new recovery codes once, and lets the user copy and download them. */
export function NewCodes({ codes, onClose }: NewCodesProps) {
  return (
    <Dialog
      actions={<Button onClick={onClose} tone="primary">{recoveryText('saved')}</Button>}
      description={recoveryText('saveAdvice')}
      onClose={onClose}
      open={codes !== null}
      title={recoveryText('saveTitle')}
    >
      {codes !== null && <Codes codes={codes.map(grouped)} />}
    </Dialog>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  const { isCopied, copy } = useCopy(codes.join('\n'));

  function download(): void {
    const lines = [recoveryText('fileHeading', { email }), '', ...codes, '', recoveryText('fileAdvice'), ''];
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), FILE_NAME);
  }

  return (
    <>
      <ul aria-label={recoveryText('name')} className={classes['codes']} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <Button onClick={() => void copy()}>{recoveryText(isCopied ? 'copied' : 'copy')}</Button>
        <span className="atrium-visually-hidden" role="status">
          {isCopied && recoveryText('copied')}
        </span>
        <Button onClick={download}>{recoveryText('download')}</Button>
      </div>
    </>
  );
}

/** A code in groups of four, as people read it aloud and type it. The service ignores the hyphens. */
function grouped(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}
