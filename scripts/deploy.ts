import path from 'node:path';
import { buildPart } from './build-parts.ts';
import { publishBuild } from './publish-builds.ts';
import { printReadableFailure } from './readable-failure.ts';
import { ROOT, SITE_PARTS } from './site-parts.ts';
import { StartError } from './start-error.ts';

const names = SITE_PARTS.map(({ name }) => name).join(', ');
const part = SITE_PARTS.find(({ name }) => name === process.argv[2]);
const directory = process.env['RELEASES_DIR'] ?? path.join(ROOT, '.atrium/releases');

try {
  if (!part) throw new StartError(`Name the part to deploy: npm run deploy -- NAME, one of ${names}.`);
  await buildPart(part);
  const release = await publishBuild(part, directory);
  console.log(`${part.name} is live as release ${release}; open tabs take it at their next visit of it, the shell and the sign-in with a reload.`);
} catch (error) {
  printReadableFailure(error);
}
