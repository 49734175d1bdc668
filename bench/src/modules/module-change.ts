/** A text that is another one after a change. */
export interface TextChange {
  readonly from: string;
  readonly to: string;
}

/** An edit of a page module that changes one of its chunks. */
export interface ModuleChange {
  readonly module: string;
  /** Path of one of its pages. */
  readonly page: string;
  readonly text: TextChange;
}

/** A text of each module that no other source has. */
const PLACES = {
  account: { page: '/login', from: 'Your session is no longer valid. Log in again.' },
  workspace: { page: '/workspace', from: 'Boards of notes: your own, and those that others share with you.' },
} as const;

/** The modules that can be changed. The log-in form is a page of `account`. */
export const CHANGED_MODULES = ['account', 'workspace'] as const;

/** The edit that puts a word before a module's text. */
export function changeOf(module: (typeof CHANGED_MODULES)[number], word: string): ModuleChange {
  const { page, from } = PLACES[module];
  return { module, page, text: { from, to: `(${word}) ${from}` } };
}
