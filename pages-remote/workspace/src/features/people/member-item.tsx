import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Crown, EllipsisVertical, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog, IconButton, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Avatar, Button } from '@atrium/page-kit/ui';
import type { Board } from '../../model/boards.ts';
import { handOver, removeMember, type Member } from '../../model/members.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { peopleText } from './people-messages.ts';
import classes from './people.module.css';

interface MemberItemProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  /** Id of the signed-in user. */
  readonly person: string;
  /** Whether the signed-in user owns the board. */
  readonly isOwner: boolean;
  readonly member: Member;
  /** The URL of the member's picture. */
  readonly picture: string | undefined;
}

type Action = 'remove' | 'makeOwner' | 'leave';

const ICONS = { remove: <UserMinus size={18} />, makeOwner: <Crown size={18} />, leave: null } as const;
const QUESTIONS = { remove: 'askRemove', makeOwner: 'askMakeOwner', leave: 'askLeave' } as const;
const ADVICE = { remove: 'removeAdvice', makeOwner: 'makeOwnerAdvice', leave: 'leaveAdvice' } as const;
const ANSWERS = { remove: 'yesRemove', makeOwner: 'yesMakeOwner', leave: 'yesLeave' } as const;

/** A member of a board and the actions that the user may take, each after a confirmation. */
export function MemberItem({ client, board, person, isOwner, member, picture }: MemberItemProps) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const [asking, setAsking] = useState(false);
  // Not null while no dialog is open, so that the dialog keeps its texts while it fades out.
  const [asked, setAsked] = useState<Action>('leave');
  const isMe = member.person === person;
  const name = member.account_profiles?.name || workspaceText('nameless');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (action: Action) => (action === 'makeOwner' ? handOver(client, board.id, member.person) : removeMember(client, board.id, member.person)),
    onSuccess: (_, action) => {
      setAsking(false);
      const text = action === 'leave' ? peopleText('left', { name: board.name }) : peopleText(action === 'remove' ? 'removed' : 'handedOver', { name });
      showToast({ text });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      if (action === 'leave') goToPage({ page: 'workspace.boards' });
      void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) });
    },
  });
  const actions: readonly Action[] = isMe || !isOwner ? [] : ['makeOwner', 'remove'];
  const ask = (action: Action) => {
    setAsked(action);
    setAsking(true);
  };
  return (
    <div className={classes['member']} role="listitem">
      <Avatar id={member.person} name={name} picture={picture} />
      <p className={classes['name']}>
        {name} {isMe && <span className="atrium-muted">{peopleText('you')}</span>}
      </p>
      {member.role === 'owner' && <span className="atrium-muted atrium-small">{peopleText('owner')}</span>}
      {actions.length > 0 && (
        <Menu trigger={<IconButton icon={<EllipsisVertical size={20} />} label={peopleText('actionsFor', { name })} tip={peopleText('actions')} />}>
          {actions.map((action) => (
            <MenuItem icon={ICONS[action]} key={action} onSelect={() => ask(action)} tone={action === 'remove' ? 'danger' : 'quiet'}>
              {peopleText(action)} <span className="atrium-visually-hidden">{name}</span>
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
        confirm={peopleText(ANSWERS[asked])}
        description={peopleText(ADVICE[asked])}
        failure={error && asWorkspaceError(error).message}
        onCancel={() => {
          reset();
          setAsking(false);
        }}
        onConfirm={() => mutate(asked)}
        open={asking}
        title={peopleText(QUESTIONS[asked], { name })}
        tone={asked === 'makeOwner' ? 'primary' : 'danger'}
      />
    </div>
  );
}
