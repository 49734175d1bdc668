import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Avatar, Button, Card, expectPageArrival } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { acceptInvitation, declineInvitation, expiryDate, type MyInvitation } from '../../model/invitations.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { boardsText, isolatedParts } from './boards-messages.ts';
import classes from './invitation-card.module.css';

const DAY_MS = 86_400_000;

interface InvitationCardProps {
  readonly client: SupabaseClient;
  readonly invitation: MyInvitation;
  /** Whether it is one of several, each with the name of its board. Otherwise the page's heading names the board. */
  readonly isListed?: boolean;
}

/** An invitation with buttons that accept and decline it. */
export function InvitationCard({ client, invitation, isListed = false }: InvitationCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const { board, board_name: name, invited_by: inviter, role } = invitation;
  const isViewer = role === 'viewer';
  const invited = inviter === '' ? boardsText(isViewer ? 'unnamedViewer' : 'unnamedEditor') : boardsText(isViewer ? 'invitedViewer' : 'invitedEditor', { name: inviter });
  const [now] = useState(() => Date.now());
  const days = Math.round((Date.parse(invitation.expires_at) - now) / DAY_MS);
  const answer = useMutation({
    mutationFn: (accepts: boolean) => (accepts ? acceptInvitation(client, board) : declineInvitation(client, board)),
    onSuccess: async (_, accepts) => {
      // At the same path, the board follows, or the page which says that there is none.
      if (!isListed) expectPageArrival();
      // The card would take the focus along.
      else if (!accepts && card.current?.contains(document.activeElement)) document.querySelector('h1')?.focus();
      showToast({ text: boardsText(accepts ? 'accepted' : 'declined', { name }), ...(!accepts && { tone: 'notice' }) });
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.myInvitations }),
        queries.invalidateQueries({ queryKey: queryKeys.boards }),
        queries.invalidateQueries({ queryKey: queryKeys.onBoard(board) }),
      ]);
      if (accepts) goToPage({ page: 'workspace.board', params: { board } });
    },
  });
  return (
    <Card>
      <div className={isListed ? classes['listed'] : classes['single']} ref={card}>
        {/* What a guest knows of the inviter is their name. */}
        {inviter !== '' && <Avatar name={inviter} size="large" />}
        {isListed ? (
          <div className={classes['text']}>
            <h2>{withStrongNames(inviter === '' ? boardsText('unnamedTo', { board: name }) : boardsText('invitedTo', { name: inviter, board: name }))}</h2>
            <p className="atrium-muted" title={expiryDate(invitation)}>
              {boardsText(isViewer ? 'asViewer' : 'asEditor')} · {days < 1 ? boardsText('expiresToday') : boardsText('expires', { count: days })}
            </p>
          </div>
        ) : (
          <div className={classes['text']}>
            <p className={classes['inviter']}>{invited}</p>
            <p className="atrium-muted">
              {boardsText(isViewer ? 'mayView' : 'mayDo')} {boardsText('until', { date: expiryDate(invitation) })}
            </p>
          </div>
        )}
        <div className={classes['answers']}>
          <Button busy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)} unavailable={answer.isPending}>
            {boardsText('decline')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
          <Button busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)} tone="primary" unavailable={answer.isPending}>
            {boardsText('accept')} <span className="atrium-visually-hidden">{name}</span>
          </Button>
        </div>
      </div>
      {answer.error && <FailureAlert error={answer.error} />}
    </Card>
  );
}

/** Emphasises the names in a message, which isolates them from the direction of its text. */
function withStrongNames(text: string): readonly ReactNode[] {
  return isolatedParts(text).map((part, index) => (part.startsWith('\u2068') ? <strong key={index}>{part}</strong> : part));
}
