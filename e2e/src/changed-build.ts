import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, SITE_PARTS } from '../../scripts/site-parts.ts';

/** A text that is another one after a change. */
export interface TextChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Lends a copy of a part's build in which texts are other ones, as after an edit of its sources; chunk ids and file names
 * are the same as before.
 * @param part name of the part, which is built already.
 * @param task gets the copy's folder, which goes when the task is done.
 */
export async function withChangedBuild<Value>(
  part: string,
  changes: readonly TextChange[],
  task: (build: string) => Promise<Value>,
): Promise<Value> {
  const folder = SITE_PARTS.find(({ name }) => name === part)?.folder;
  if (folder === undefined) throw new Error(`The site has no part ${part}.`);
  const build = await mkdtemp(path.join(tmpdir(), 'atrium-changed-'));
  try {
    await cp(path.join(ROOT, folder, 'dist'), build, { recursive: true });
    for (const change of changes) await changeText(build, change);
    return await task(build);
  } finally {
    await rm(build, { recursive: true, force: true });
  }
}

async function changeText(build: string, { from, to }: TextChange): Promise<void> {
  let changed = 0;
  for (const name of (await readdir(build)).filter((file) => file.endsWith('.js'))) {
    const file = path.join(build, name);
    const content = await readFile(file, 'utf8');
    if (!content.includes(from)) continue;
    await writeFile(file, content.replaceAll(from, to));
    changed += 1;
  }
  if (changed === 0) throw new Error(`The build has no text "${from}".`);
}
