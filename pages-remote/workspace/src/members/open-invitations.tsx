import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { calendarDate } from '../data/calendar-date.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { OpenInvitation } from './member.ts';
import { listOpenInvitations, takeBack } from './members-table.ts';
import { peopleText } from './people-messages.ts';

interface OpenInvitationsProps {
  readonly client: SupabaseClient;
  readonly board: string;
}

/** The invitations that nobody has accepted yet, each of which can be cancelled. */
export function OpenInvitations({ client, board }: OpenInvitationsProps) {
  const queries = useQueryClient();
  const queryKey = queryKeys.openInvitations(board);
  const invitations = useQuery({ queryKey, queryFn: ({ signal }) => listOpenInvitations(client, board, signal) });
  const taking = useMutation({
    mutationFn: ({ id }: OpenInvitation) => takeBack(client, id),
    onSuccess: (_, { email }) => {
      showToast({ tone: 'notice', text: peopleText('cancelled', { email }) });
      void queries.invalidateQueries({ queryKey });
    },
  });
  const failure = invitations.error ?? taking.error;
  return (
    <>
      {failure && (
        <Alert>
          <p>{asWorkspaceError(failure).message}</p>
        </Alert>
      )}
      {invitations.data && invitations.data.length > 0 && (
        <>
          <h3>{peopleText('openHeading')}</h3>
          <div className="atrium-stack" role="list">
            {invitations.data.map((invitation) => (
              <div className="atrium-row atrium-row-apart" key={invitation.id} role="listitem">
                <p>
                  {invitation.email}{' '}
                  <span className="atrium-muted atrium-small">{peopleText('until', { date: calendarDate(invitation.expires_at) })}</span>
                </p>
                <Button className="atrium-button-small" onClick={() => taking.mutate(invitation)} unavailable={taking.isPending}>
                  {peopleText('cancelInvitation')} <span className="atrium-visually-hidden">{invitation.email}</span>
                </Button>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  );
}
