import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { facts } from './facts.ts';
import { prefetchBoard } from './prefetch-board.ts';

export default definePageModule(facts, {
  routes: {
    board: () => import('./board/board-page.tsx'),
  },
  start: prefetchBoard,
});
