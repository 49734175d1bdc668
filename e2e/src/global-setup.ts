import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import serveBackends from '../../scripts/backend-hosts.ts';
import { buildStaleParts } from '../../scripts/build-parts.ts';
import { publishAndKeep } from './published-builds.ts';
import { runSite } from './running-site.ts';
import { shareSites } from './shared-sites.ts';
import { buildOrders } from './team-folder.ts';

/** Builds what is stale, publishes it, and starts the sites that all tests of the run share. */
export default async function setUpRun(): Promise<() => Promise<void>> {
  await buildStaleParts((name) => console.log(`Building ${name} …`));
  // First: it decides where temporary files are.
  await serveBackends();
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-builds-'));
  await Promise.all([publishAndKeep(folder), buildOrders()]);
  // Tests ask one service at a rate that no person reaches. second-factor-errors.spec.ts proves the limits, with a backend of its own.
  const sites = await Promise.all([runSite(['--no-rate-limits']), runSite(['--no-rate-limits', '--confirm-email'])]);
  shareSites(...sites);
  return async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await rm(folder, { recursive: true, force: true });
  };
}
