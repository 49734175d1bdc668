import { formatDateTime } from '@atrium/page-kit/messages';
import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PreviewResponse } from '@atrium/releases/wire';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useEffect, useState, useTransition } from 'react';
import { previewText } from './messages.ts';
import { checkPreviewLink, confirmPreview, type PreviewOutcome, type PreviewProblem } from './preview-requests.ts';
import { deleteStoredLink } from './stored-link.ts';

interface Props {
  readonly link: string;
  readonly auth: AuthHandle;
  /** Loads another document, since that decides the tab's releases. */
  readonly open: (address: string) => void;
}

/** Problems after which a retry may succeed. */
const RETRYABLE: readonly PreviewProblem[] = ['sign-in-unavailable', 'too-many-requests', 'unreachable'];

/** Shows what a link previews and asks for confirmation, or explains why the link does not work. */
export function PreviewConfirmation({ link, auth, open }: Props) {
  const [outcome, setOutcome] = useState<PreviewOutcome<PreviewResponse> | null>(null);
  const [busy, startAction] = useTransition();
  useEffect(() => {
    let isCancelled = false;
    if (outcome === null) {
      void checkPreviewLink(auth, link).then((checked) => {
        if (!isCancelled) setOutcome(checked);
      });
    }
    return () => {
      isCancelled = true;
    };
  }, [outcome, link, auth]);

  /** Replaces what is shown, and with it the button that has the focus. */
  const replace = (next: PreviewOutcome<PreviewResponse> | null) => {
    document.querySelector('h1')?.focus();
    setOutcome(next);
  };
  if (outcome === null) return <p role="status" className="atrium-muted">{previewText('asking')}</p>;
  if (!outcome.ok) {
    return (
      <>
        <Alert>{previewText(outcome.refusal)}</Alert>
        {RETRYABLE.includes(outcome.refusal) && <div><Button onClick={() => replace(null)}>{previewText('again')}</Button></div>}
      </>
    );
  }
  const confirm = () =>
    startAction(async () => {
      const confirmed = await confirmPreview(auth, link);
      if (!confirmed.ok) return replace(confirmed);
      deleteStoredLink();
      open(confirmed.value);
      // The button stays busy until the other document loads.
      await new Promise(() => undefined);
    });
  const { name, release, team, expires } = outcome.value;
  return (
    <>
      <p className="atrium-lead">{previewText('lead')}</p>
      <dl className="atrium-facts">
        <dt>{previewText('part')}</dt>
        <dd>{name}</dd>
        <dt>{previewText('release')}</dt>
        <dd className="shell-release">{release}</dd>
        <dt>{previewText('team')}</dt>
        <dd>{team}</dd>
        <dt>{previewText('until')}</dt>
        <dd>{formatDateTime(expires * 1000)}</dd>
      </dl>
      <p className="atrium-muted">{previewText('warning')}</p>
      <div>
        <Button tone="primary" busy={busy} onClick={confirm}>{previewText('show')}</Button>
      </div>
    </>
  );
}
