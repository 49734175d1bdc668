import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Crown, EllipsisVertical, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog, IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
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

const icons = { remove: <UserMinus size={18} />, makeOwner: <Crown size={18} />, leave: null } as const;
const questions = { remove: 'askRemove', makeOwner: 'askMakeOwner', leave: 'askLeave' } as const;
const advice = { remove: 'removeAdvice', makeOwner: 'makeOwnerAdvice', leave: 'leaveAdvice' } as const;
const answers = { remove: 'yesRemove', makeOwner: 'yesMakeOwner', leave: 'yesLeave' } as const;

/** A person of a board, and what may be done: each asks first. */
export function MemberItem({ client, board, person, isOwner, member }: MemberItemProps) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const [asking, setAsking] = useState(false);
  // The question keeps its words while it goes.
  const [asked, setAsked] = useState<Act>('leave');
  const isMe = member.person === person;
  const name = member.account_profiles?.name || peopleText('nameless');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (act: Act) => (act === 'makeOwner' ? handOver(client, board.id, member.person) : removeMember(client, board.id, member.person)),
    onSuccess: (_, act) => {
      setAsking(false);
      const text = act === 'leave' ? peopleText('left', { name: board.name }) : peopleText(act === 'remove' ? 'removed' : 'handedOver', { name });
      showToast({ text });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      if (act === 'leave') goToPage({ page: 'workspace.boards' });
      void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) });
    },
  });
  const acts: readonly Act[] = isMe || !isOwner ? [] : ['makeOwner', 'remove'];
  const ask = (act: Act) => {
    setAsked(act);
    setAsking(true);
  };
  return (
    <div className="atrium-row atrium-row-apart" role="listitem">
      <p>
        <strong>{name}</strong> {isMe && peopleText('you')} {member.role === 'owner' && <span className="atrium-muted">{peopleText('owner')}</span>}
      </p>
      {acts.length > 0 && (
        <Menu trigger={<IconButton icon={<EllipsisVertical size={20} />} label={peopleText('actionsFor', { name })} tip={peopleText('actions')} />}>
          {acts.map((act) => (
            <MenuItem icon={icons[act]} key={act} onSelect={() => ask(act)} tone={act === 'remove' ? 'danger' : 'quiet'}>
              {peopleText(act)} <span className="atrium-visually-hidden">{name}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {isMe && !isOwner && (
        <Button className="atrium-button-small" onClick={() => ask('leave')}>
          {peopleText('leave')}
        </Button>
      )}
      <AlertDialog
        busy={isPending}
        cancel={peopleText('no')}
        confirm={peopleText(answers[asked])}
        description={peopleText(advice[asked])}
        failure={error && asWorkspaceError(error).message}
        onCancel={() => {
          reset();
          setAsking(false);
        }}
        onConfirm={() => mutate(asked)}
        open={asking}
        title={peopleText(questions[asked], { name })}
        tone={asked === 'makeOwner' ? 'primary' : 'danger'}
      />
    </div>
  );
}
