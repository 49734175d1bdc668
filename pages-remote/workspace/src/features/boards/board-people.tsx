import { Avatar } from '@atrium/page-kit/ui';
import type { ListedBoard } from '../../model/boards.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { boardsText } from './boards-messages.ts';

interface BoardPeopleProps {
  readonly board: Pick<ListedBoard, 'workspace_members'>;
  readonly className?: string | undefined;
  /** Pictures that fit beside each other; a number stands for the other people. */
  readonly max: number;
  /** Whether the text about a private board is visible. */
  readonly showsPrivate?: boolean;
}

/** The people on a shared board, as pictures. For a private board, a text. */
export function BoardPeople({ board: { workspace_members: members }, className, max, showsPrivate = false }: BoardPeopleProps) {
  const named = members.map(({ person, account_profiles: profile }) => ({ id: person, name: profile?.name || workspaceText('nameless') }));
  const isPrivate = named.length < 2;
  const text = isPrivate ? boardsText('private') : boardsText('sharedWith', { count: named.length });
  return (
    <p className={className} title={named.map(({ name }) => name).join('\n')}>
      <span className={isPrivate && showsPrivate ? undefined : 'atrium-visually-hidden'}>{text}</span>
      {!isPrivate && named.slice(0, max).map(({ id, name }) => <Avatar id={id} key={id} name={name} size="small" />)}
      {named.length > max && <span aria-hidden="true">+{named.length - max}</span>}
    </p>
  );
}
