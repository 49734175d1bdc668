import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Crown, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog, Menu, MenuItem, MenuOptions, MenuSeparator } from '@atrium/page-kit/primitives';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Alert, Avatar, Button } from '@atrium/page-kit/ui';
import type { Board } from '../../model/boards.ts';
import { changeRole, handOver, removeMember, type Member } from '../../model/members.ts';
import { GIVEN_ROLES, type GivenRole } from '../../model/roles.ts';
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
  /** Announces a text to screen readers. */
  readonly onAnnounce: (text: string) => void;
}

type Action = 'remove' | 'makeOwner' | 'leave';

/** What an owner can do with another member. */
const OWNER_ACTIONS = ['makeOwner', 'remove'] as const satisfies readonly Action[];

const ICONS = { remove: <UserMinus size={18} />, makeOwner: <Crown size={18} />, leave: null } as const;
const QUESTIONS = { remove: 'askRemove', makeOwner: 'askMakeOwner', leave: 'askLeave' } as const;
const ADVICE = { remove: 'removeAdvice', makeOwner: 'makeOwnerAdvice', leave: 'leaveAdvice' } as const;

/** A member of a board with their role, which the owner changes, and the actions that the user may take, each after a confirmation. */
export function MemberItem({ client, board, person, isOwner, member, picture, onAnnounce }: MemberItemProps) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const [asking, setAsking] = useState(false);
  // Not null while no dialog is open, so that the dialog keeps its texts while it fades out.
  const [asked, setAsked] = useState<Action>('leave');
  const isMe = member.person === person;
  const name = member.account_profiles?.name || workspaceText('nameless');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (action: Action) => (action === 'makeOwner' ? handOver(client, board.id, member.person) : removeMember(client, board.id, member.person)),
    onSuccess: async (_, action) => {
      const text = action === 'leave' ? peopleText('left', { name: board.name }) : peopleText(action === 'remove' ? 'removed' : 'handedOver', { name });
      showToast({ text });
      const shown = [queryKeys.boards, queryKeys.onBoard(board.id)].map((queryKey) => queries.invalidateQueries({ queryKey }));
      if (action === 'leave') goToPage({ page: 'workspace.boards' });
      // The dialog would return the focus to a button that is about to disappear.
      else await Promise.all(shown);
      setAsking(false);
    },
  });
  const { mutate: giveRole, error: roleError } = useRoleChange(client, board.id, member, (role) =>
    onAnnounce(peopleText('roleChanged', { name, role: peopleText(role) })),
  );
  const ask = (action: Action) => {
    setAsked(action);
    setAsking(true);
  };
  return (
    <div role="listitem">
      <div className={classes['member']}>
        <Avatar id={member.person} name={name} picture={picture} />
        <p className={classes['name']}>
          {name} {isMe && <span className="atrium-muted">{peopleText('you')}</span>}
        </p>
        {member.role === 'owner' || !isOwner ? (
          <span className="atrium-muted atrium-small">{peopleText(member.role)}</span>
        ) : (
          <Menu
            trigger={
              <Button aria-label={peopleText('roleOf', { name, role: peopleText(member.role) })} className={`atrium-button-small ${classes['plain']}`}>
                {peopleText(member.role)} <ChevronDown aria-hidden="true" size={14} />
              </Button>
            }
          >
            <MenuOptions onChoose={giveRole} options={GIVEN_ROLES.map((role) => ({ value: role, label: peopleText(role) }))} value={member.role} />
            <MenuSeparator />
            {OWNER_ACTIONS.map((action) => (
              <MenuItem icon={ICONS[action]} key={action} onSelect={() => ask(action)}>
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
      </div>
      {roleError && (
        <Alert>
          <p>
            {peopleText('roleRefused', { name })} {asWorkspaceError(roleError).message}
          </p>
        </Alert>
      )}
      <AlertDialog
        busy={isPending}
        cancel={workspaceText('cancel')}
        confirm={peopleText(asked)}
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

/** Changes the role of a member. It shows before it is stored, and is undone if it is refused. */
function useRoleChange(client: SupabaseClient, board: string, { person, role: shown }: Member, onChanged: (role: GivenRole) => void) {
  const queries = useQueryClient();
  const queryKey = queryKeys.members(board);
  const show = (role: Member['role']) => {
    queries.setQueryData<readonly Member[]>(queryKey, (now) => now?.map((other) => (other.person === person ? { ...other, role } : other)));
  };
  return useMutation({
    mutationFn: (role: GivenRole) => changeRole(client, board, person, role),
    onMutate: async (role) => {
      await queries.cancelQueries({ queryKey });
      show(role);
      return { before: shown };
    },
    onError: (_error, _role, context) => context && show(context.before),
    onSuccess: (_, role) => onChanged(role),
    onSettled: () => Promise.all([queryKey, queryKeys.board(board)].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
}
