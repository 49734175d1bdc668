import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exchange } from '../../../e2e/src/releases/changed-release.ts';
import { changedBuild } from '../../../e2e/src/teams/team-folder.ts';
import { ROOT, SITE_PARTS } from '../../../tools/repository/repository.ts';

/** A change of a text in the sources. */
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

/** A text of each module that no other source contains, and the page with it. */
const TEXTS = {
  account: { page: '/login', from: 'Your session is no longer valid. Log in again.' },
  workspace: { page: '/workspace', from: 'A board holds notes and files. Only people you invite can see it.' },
} as const;

/** The modules to change. The log-in form is a page of `account`. */
export const CHANGED_MODULES = ['account', 'workspace'] as const;

/** Returns the edit that puts a word before a module's text. */
export function changeOf(module: (typeof CHANGED_MODULES)[number], word: string): ModuleChange {
  const { page, from } = TEXTS[module];
  return { module, page, text: { from, to: `(${word}) ${from}` } };
}

/**
 * Calls a task with a copy of a part's build in which a text is replaced.
 * @param task receives the part's folder, with the build in `dist`. The folder is deleted after the task.
 */
export async function withChangedPart<Value>(name: string, { from, to }: TextChange, task: (folder: string) => Promise<Value>): Promise<Value> {
  const part = SITE_PARTS.find((candidate) => candidate.name === name);
  if (!part) throw new Error(`The site has no part ${name}.`);
  const below = await mkdtemp(path.join(tmpdir(), 'atrium-bench-changed-'));
  try {
    return await task(await changedBuild(below, path.join(ROOT, part.folder), exchange(from, to)));
  } finally {
    await rm(below, { recursive: true, force: true });
  }
}
