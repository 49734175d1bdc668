import { definePageModule, type PageModuleStart } from '@atrium/page-kit/contract/page-module';
import { languages } from './languages.ts';
import { manifest } from './manifest.ts';

export default definePageModule(manifest, {
  routes: {
    boards: () => import('./features/boards/boards-page.tsx'),
    board: () => import(/* webpackChunkName: "board" */ './features/board/board-page.tsx'),
  },
  extensions: {
    recentBoards: () => import('./features/extensions/recent-boards.tsx'),
    recentEdits: () => import('./features/extensions/recent-edits.tsx'),
    sidebarBoards: () => import('./features/extensions/sidebar-boards.tsx'),
    yourBoards: () => import('./features/extensions/your-boards.tsx'),
    exportBoards: () => import('./features/extensions/export-boards.tsx'),
    copyLink: () => import('./features/extensions/copy-link.tsx'),
  },
  commands: {
    newBoard: () => import('./palette/new-board.ts'),
    // In the chunk of the page that offers them, so that their keys work immediately, and without a connection.
    newNote: () => import(/* webpackChunkName: "board" */ './palette/new-note.ts'),
    nextNote: () => import(/* webpackChunkName: "board" */ './palette/next-note.ts'),
    previousNote: () => import(/* webpackChunkName: "board" */ './palette/previous-note.ts'),
    editNote: () => import(/* webpackChunkName: "board" */ './palette/edit-note.ts'),
    moveNote: () => import(/* webpackChunkName: "board" */ './palette/move-note.ts'),
    focusSearch: () => import('./palette/focus-search.ts'),
  },
  search: {
    boards: () => import('./palette/search-boards.ts'),
    notes: () => import('./palette/search-notes.ts'),
  },
  languages,
  start(context) {
    const begin = () => {
      prefetchBoards(context);
      sendWaitingDrafts(context);
    };
    // After the current page, which needs none of it.
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true, signal: context.signal });
  },
});

/**
 * Sends the drafts that wait for a connection while none of the module's pages is open: when the browser is online again, after the
 * tab was reloaded, and after a log-in.
 */
function sendWaitingDrafts({ auth, signal }: PageModuleStart): void {
  let person: string | undefined;
  window.addEventListener('online', () => void (person !== undefined && sendDrafts(auth)), { signal });
  const sendForUser = () => {
    const before = person;
    const { user, assurance } = auth.getAuth();
    // A user who still has to enter a code may not save notes yet.
    person = assurance.currentLevel === assurance.nextLevel ? user?.id : undefined;
    if (person !== undefined && person !== before) void sendDrafts(auth);
  };
  signal.addEventListener('abort', auth.subscribe(sendForUser));
  sendForUser();
}

async function sendDrafts(auth: PageModuleStart['auth']): Promise<void> {
  try {
    const { sendInBackground } = await import('./features/notes/use-outbox.ts');
    await sendInBackground(auth);
  } catch {
    // The connection is bad: the drafts wait for the next try, and the boards say so.
  }
}

/** Loads the page of the boards ahead of time for signed-in users on every page of the site, so that the menu responds immediately. */
function prefetchBoards({ auth }: PageModuleStart): void {
  if (!auth.hasStoredSession()) return;
  // A failure changes nothing: the navigation loads the page again, and reports its own failure.
  void import('./features/boards/boards-page.tsx').catch(() => undefined);
}
