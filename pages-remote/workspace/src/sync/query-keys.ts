/** Keys of the cached queries. Invalidating a key also invalidates every key that begins with it. */
export const queryKeys = {
  boards: ['boards'],
  recentEdits: ['boards', 'recent-edits'],
  deletedBoards: ['boards', 'deleted'],
  exportCounts: ['boards', 'export'],
  favourites: ['favourites'],
  myInvitations: ['my-invitations'],
  /** Everything about a board. */
  onBoard: (board: string) => ['board', board],
  board: (board: string) => ['board', board, 'itself'],
  notes: (board: string) => ['board', board, 'notes'],
  notesView: (board: string, view: object) => ['board', board, 'notes', view],
  unlistedNote: (board: string, note: string) => ['board', board, 'unlisted', note],
  members: (board: string) => ['board', board, 'members'],
  /** The pictures of its members, by their paths. */
  pictures: (board: string, paths: readonly string[]) => ['board', board, 'pictures', paths],
  openInvitations: (board: string) => ['board', board, 'invitations'],
  summary: (board: string) => ['board', board, 'summary'],
  files: (board: string, note: string) => ['board', board, 'files', note],
  /** What the user is uploading to a note, which is no data of the backend. */
  uploads: (note: string) => ['uploads', note],
  fileAddress: (path: string) => ['file-address', path],
} as const;
