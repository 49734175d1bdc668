import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { sealBuild } from '@atrium/releases/seal';
import { ROOT } from '../../scripts/site-parts.ts';

/**
 * Publishes another build of the account module, in which a text of its log-in page is a different one; chunk ids and
 * file names are the same as before. It is live then.
 */
export async function publishSecondAccountRelease(releases: string, oldText: string, newText: string): Promise<void> {
  const build = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-second-'));
  try {
    await cp(path.join(ROOT, 'pages-remote/account/dist'), build, { recursive: true });
    let replaced = 0;
    for (const name of (await readdir(build)).filter((file) => file.endsWith('.js'))) {
      const file = path.join(build, name);
      const content = await readFile(file, 'utf8');
      if (!content.includes(oldText)) continue;
      await writeFile(file, content.replaceAll(oldText, newText));
      replaced += 1;
    }
    if (replaced === 0) throw new Error(`The build of account has no text "${oldText}".`);
    const sealed = await sealBuild(build);
    const store = openDirectoryStore(releases);
    await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
    const reading = await store.readRegistry();
    await store.move({
      action: 'publish',
      name: 'account',
      release: sealed.manifest.release,
      expectedRevision: reading.status === 'ok' ? reading.registry.revision : 0,
      who: 'a test',
      why: 'a second release',
    });
  } finally {
    await rm(build, { recursive: true, force: true });
  }
}
