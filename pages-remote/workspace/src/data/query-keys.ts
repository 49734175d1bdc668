/** Names of what is read. What begins with the same names is asked for anew together. */
export const queryKeys = {
  boards: ['boards'],
  invitations: ['my-invitations'],
  board: (board: string) => ['board', board, 'itself'],
  /** Everything of a board. */
  onBoard: (board: string) => ['board', board],
  notes: (board: string) => ['board', board, 'notes'],
  notesView: (board: string, view: object) => ['board', board, 'notes', view],
  members: (board: string) => ['board', board, 'members'],
  openInvitations: (board: string) => ['board', board, 'invitations'],
  summary: (board: string) => ['board', board, 'summary'],
  files: (board: string, note: string) => ['board', board, 'files', note],
} as const;
