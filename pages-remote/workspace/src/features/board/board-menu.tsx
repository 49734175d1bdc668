import { useLazyPart } from '../loading/use-lazy-part.ts';
import type { BoardActionsProps } from './board-actions.tsx';
import { BoardButton } from './board-button.tsx';

const loadActions = () => import(/* webpackChunkName: "board-tools" */ './board-actions.tsx').then(({ BoardActions }) => BoardActions);

/** The button that opens the actions of a board. */
export function BoardMenu(props: BoardActionsProps) {
  const { Part: Actions, busy, button } = useLazyPart(loadActions);
  if (Actions) return <Actions {...props} />;
  return <BoardButton aria-haspopup="dialog" busy={busy} {...button} />;
}
