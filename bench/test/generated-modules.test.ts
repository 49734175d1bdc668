import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { authFiles, published, registryOf, shellFiles, workspaceFiles } from '@atrium/releases/testing';
import { fillStore } from '../src/modules/generated-modules.ts';

test('makes generated modules live that the gate accepts, each with a previous release', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-store-'));
  try {
    const store = openDirectoryStore(folder);
    for (const files of [shellFiles(), authFiles(), workspaceFiles(1)]) await published(store, files);
    await fillStore(store, 3);
    const { remotes } = await registryOf(store);
    const generated = Object.entries(remotes).filter(([name]) => !['shell', 'auth', 'workspace'].includes(name));
    expect(generated.map(([name]) => name)).toEqual(['billing-archive', 'catalogue-archive', 'contracts-archive']);
    for (const [, remote] of generated) expect(remote).toMatchObject({ live: expect.any(String) as unknown, previous: expect.any(String) as unknown });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
