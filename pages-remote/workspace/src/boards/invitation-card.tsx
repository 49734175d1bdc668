import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { calendarDate } from '../data/calendar-date.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { MyInvitation } from './board.ts';
import { boardsText } from './boards-messages.ts';
import { acceptInvitation, declineInvitation } from './boards-table.ts';

interface InvitationCardProps {
  readonly client: SupabaseClient;
  readonly invitation: MyInvitation;
}

/** An invitation, to accept or to decline. */
export function InvitationCard({ client, invitation }: InvitationCardProps) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const { board, board_name: name, invited_by: inviter } = invitation;
  const answer = useMutation({
    mutationFn: (accepts: boolean) => (accepts ? acceptInvitation(client, board) : declineInvitation(client, board)),
    onSuccess: async (_, accepts) => {
      showToast({ text: boardsText(accepts ? 'accepted' : 'declined', { name }), ...(!accepts && { tone: 'notice' }) });
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.invitations }),
        queries.invalidateQueries({ queryKey: queryKeys.boards }),
        queries.invalidateQueries({ queryKey: queryKeys.onBoard(board) }),
      ]);
      if (accepts) goToPage({ page: 'workspace.board', params: { board } });
    },
  });
  return (
    <>
      <p>
        {inviter === '' ? boardsText('invitedByNobody') : boardsText('invitedBy', { name: inviter })} {boardsText('mayDo')}{' '}
        <span className="atrium-muted">{boardsText('until', { date: calendarDate(invitation.expires_at) })}</span>
      </p>
      {answer.error && (
        <Alert>
          <p>{asWorkspaceError(answer.error).message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)} tone="primary" unavailable={answer.isPending}>
          {boardsText('accept')} <span className="atrium-visually-hidden">{name}</span>
        </Button>
        <Button busy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)} unavailable={answer.isPending}>
          {boardsText('decline')} <span className="atrium-visually-hidden">{name}</span>
        </Button>
      </div>
    </>
  );
}
