import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStaleParts } from '../../scripts/build-parts.ts';
import { publishBuilds } from '../../scripts/publish-builds.ts';
import { PUBLISHED } from './published-builds.ts';

/** Builds what is stale and publishes it once, before the first test; every site of the run gets a copy. */
export default async function buildSite(): Promise<() => Promise<void>> {
  await buildStaleParts((name) => console.log(`Building ${name} …`));
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-builds-'));
  await publishBuilds(folder);
  process.env[PUBLISHED] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
