import path from 'node:path';
import { readReleasesProject } from '@atrium/credentials-server/settings';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { openSupabaseStore } from '@atrium/releases/stores/supabase';
import { buildPart } from '../build/build-parts.ts';
import { SITE_PARTS } from '../repository/repository.ts';
import { publishBuild } from '../start/publish-builds.ts';
import { StartError } from '../start/start-error.ts';
import { dataFolder, readEnvironment } from '../start/start-options.ts';
import { printReadableFailure } from './readable-failure.ts';

const names = SITE_PARTS.map(({ name }) => name).join(', ');
const part = SITE_PARTS.find(({ name }) => name === process.argv[2]);

try {
  if (!part) throw new StartError(`Pass the part to deploy: npm run deploy -- NAME, with one of ${names}.`);
  const environment = readEnvironment(process.env);
  const project = readReleasesProject(environment);
  const store = project ? openSupabaseStore(project) : openDirectoryStore(environment['RELEASES_DIR']?.trim() || path.join(dataFolder(environment), 'releases'));
  await buildPart(part);
  const release = await publishBuild(part, store);
  console.log(`${part.name} is live as release ${release}. Open tabs load it at their next visit to the module; the shell and the sign-in change with a reload.`);
} catch (error) {
  printReadableFailure(error);
}
