import type { CommandContext } from '@atrium/page-kit/contract/page-module';

/** "New board": opens the boards, whose form for a new board takes the focus. */
export default function openNewBoard({ goTo }: CommandContext): void {
  goTo({ page: 'workspace.boards', hash: 'new-board' });
}
