import { definePageModule } from '@atrium/page-kit/contract/page-module';
import { manifest } from './manifest.ts';
import { languages } from './languages.ts';
import { prefetchBoards } from './prefetch-boards.ts';

export default definePageModule(manifest, {
  routes: {
    boards: () => import('./features/boards/boards-page.tsx'),
    board: () => import('./features/board/board-page.tsx'),
  },
  languages,
  start: prefetchBoards,
});
