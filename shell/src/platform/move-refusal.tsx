import { Alert } from '@atrium/page-kit/ui';
import { platformText } from './platform-messages.ts';
import type { Refusal } from './platform-requests.ts';

/** Why a move was not made, and what can be done about it. */
export function MoveRefusal({ refusal: { problem, findings, canForce }, title }: { readonly refusal: Refusal; readonly title: string }) {
  if (problem === 'revision-mismatch') return <Alert>{platformText('dialog.changed', { name: title })}</Alert>;
  if (problem === 'unreachable') return <Alert>{platformText('dialog.unknown')}</Alert>;
  return (
    <Alert>
      <p>{platformText(problem)}</p>
      {findings.length > 0 && <ul>{findings.map((finding) => <li key={finding}>{finding}</li>)}</ul>}
      {problem === 'move-refused' && <p>{platformText(canForce ? 'dialog.insistHint' : 'dialog.noInsisting')}</p>}
    </Alert>
  );
}
