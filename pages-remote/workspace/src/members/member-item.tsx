import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Board } from '../boards/board.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { Member } from './member.ts';
import { handOver, removeMember } from './members-table.ts';
import { peopleText } from './people-messages.ts';

interface MemberItemProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  /** Id of who looks at it, and whether they own the board. */
  readonly person: string;
  readonly isOwner: boolean;
  readonly member: Member;
}

type Act = 'remove' | 'makeOwner' | 'leave';

const questions = { remove: 'askRemove', makeOwner: 'askMakeOwner', leave: 'askLeave' } as const;
const answers = { remove: 'yesRemove', makeOwner: 'yesMakeOwner', leave: 'yesLeave' } as const;

/** A person of a board, and what may be done: each asks first, in place. */
export function MemberItem({ client, board, person, isOwner, member }: MemberItemProps) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const [asking, setAsking] = useState<Act | null>(null);
  const isMe = member.person === person;
  const name = member.account_profiles?.name || peopleText('nameless');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (act: Act) => (act === 'makeOwner' ? handOver(client, board.id, member.person) : removeMember(client, board.id, member.person)),
    onSuccess: (_, act) => {
      const text = act === 'leave' ? peopleText('left', { name: board.name }) : peopleText(act === 'remove' ? 'removed' : 'handedOver', { name });
      showToast({ text });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      if (act === 'leave') goToPage({ page: 'workspace.boards' });
      void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) });
    },
  });
  const acts: readonly Act[] = isMe ? (isOwner ? [] : ['leave']) : isOwner ? ['makeOwner', 'remove'] : [];
  return (
    <div className="atrium-stack" role="listitem">
      <div className="atrium-row atrium-row-apart">
        <p>
          <strong>{name}</strong> {isMe && peopleText('you')} {member.role === 'owner' && <span className="atrium-muted">{peopleText('owner')}</span>}
        </p>
        {!asking && (
          <div className="atrium-row">
            {acts.map((act) => (
              <Button className="atrium-button-small" key={act} onClick={() => setAsking(act)}>
                {peopleText(act)} {act !== 'leave' && <span className="atrium-visually-hidden">{name}</span>}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asking && (
        <>
          <p role="status">{peopleText(questions[asking], { name })}</p>
          {error && (
            <Alert>
              <p>{asWorkspaceError(error).message}</p>
            </Alert>
          )}
          <div className="atrium-row">
            <Button busy={isPending} className="atrium-button-small" onClick={() => mutate(asking)} tone="danger">
              {peopleText(answers[asking])}
            </Button>
            <KeepButton
              onClick={() => {
                reset();
                setAsking(null);
              }}
              unavailable={isPending}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** The harmless answer, which has the focus, for people whose second press comes too soon. */
function KeepButton({ onClick, unavailable }: { readonly onClick: () => void; readonly unavailable: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <Button className="atrium-button-small" onClick={onClick} ref={button} unavailable={unavailable}>
      {peopleText('no')}
    </Button>
  );
}
