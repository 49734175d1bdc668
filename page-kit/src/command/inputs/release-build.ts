import { gzipSync } from 'node:zlib';
import { isForDevelopment } from '@atrium/releases/model';
import type { SealedRelease } from '@atrium/releases/sealing';
import type { ReleaseStore } from '@atrium/releases/stores';
import { covers } from '@atrium/releases/teams';
import { CommandError } from '../../errors.ts';
import { formatKilobytes } from '../../kilobytes.ts';
import { buildModule } from '../build/build-module.ts';
import { isBuildOutdated, unpassedChecks, type CheckName, type UnpassedChecks } from '../build/check-record.ts';
import { requireSharedMajors } from '../build/installed-versions.ts';
import type { CommandContext, OptionDefinition } from '../framework/definition.ts';
import { folderOf, readBuild, type RemoteBuild } from './remote.ts';
import { readOwnPages } from './site-pages.ts';
import { requireStore, tokenOf } from './store.ts';

/** The options of a command that releases the build in a folder. */
export const buildOptions: readonly OptionDefinition[] = [
  { name: 'build', help: 'build first, like atrium build' },
  { name: 'strict', help: 'refuse the build unless its types, its tests and atrium verify passed' },
];

/** How to run each check. */
const COMMANDS: Readonly<Record<CheckName, string>> = { types: 'npx atrium build', tests: 'npm test', verify: 'npx atrium verify' };

/**
 * The build that a command releases; with `--build`, a new one. Checks first what would refuse it later: the token, and the versions of
 * the shared packages.
 *
 * @throws CommandError
 */
export async function buildToRelease(context: CommandContext, store: ReleaseStore): Promise<RemoteBuild> {
  const { call, output } = context;
  const folder = folderOf(context);
  requireSharedMajors(folder);
  // Before the build, if the sources name the remote.
  const named = await requireToken(context, store, async () => (await readOwnPages(folder))?.name);
  if (call.has('build')) await buildModule(folder, (step) => output.step(step));
  const build = await readBuild(context);
  if (!named) await requireToken(context, store, () => Promise.resolve(build.description.name));
  if (await isBuildOutdated(build.folder)) {
    throw new CommandError('outdated-build', `The sources in ${build.folder} have changed since the build. Build again, or pass --build.`);
  }
  return build;
}

/**
 * Refuses a token that the site does not know, or that does not cover the remote. A store without a site needs none.
 *
 * @returns false if the remote is not known yet
 */
async function requireToken(context: CommandContext, store: ReleaseStore, nameOfRemote: () => Promise<string | undefined>): Promise<boolean> {
  if (requireStore(context).kind !== 'site') return true;
  const team = await store.teams.teamOfToken(tokenOf(context));
  // The site refuses this request, and says why.
  if (team === null) await store.readRegistry();
  const name = await nameOfRemote();
  if (team === null || name === undefined || covers(team, name)) return name !== undefined;
  throw new CommandError('not-your-remote', `This token does not cover ${name}: it belongs to ${team.team}. Use your own team’s token, or ask the platform team.`);
}

/** The checks that did not pass for a release, and lines that say so. */
export interface MissingChecks extends UnpassedChecks {
  readonly text: readonly string[];
}

/** Finds what did not pass for a page module. @throws CommandError with `--strict`, if something did not */
export async function missingChecks({ call }: CommandContext, folder: string, { manifest }: SealedRelease): Promise<MissingChecks> {
  if (manifest.kind !== 'page-module') return { failed: [], notRun: [], text: [] };
  const { failed, notRun } = await unpassedChecks(folder, manifest.release);
  const text = [
    ...(failed.length > 0 ? [`Failed for these sources: ${listOf(failed)}.`] : []),
    ...(notRun.length > 0 ? [`Not run for these sources: ${listOf(notRun)}.`] : []),
  ];
  if (text.length > 0 && call.has('strict')) throw new CommandError('not-checked', `--strict refuses ${manifest.name} ${manifest.release}. ${text.join(' ')}`);
  return { failed, notRun, text: text.map((line) => `  ${line} --strict would refuse them.`) };
}

function listOf(checks: readonly CheckName[]): string {
  return checks.map((check) => `${check} (${COMMANDS[check]})`).join(', ');
}

/** The sizes of a release's files by what they are for, in a line. */
export function describeSizes({ files }: SealedRelease): string {
  const sizes = { scripts: 0, compressed: 0, styles: 0, maps: 0, others: 0 };
  for (const [path, content] of files) {
    if (isForDevelopment(path)) sizes.others += content.length;
    else if (path.endsWith('.js')) {
      sizes.scripts += content.length;
      sizes.compressed += gzipSync(content).length;
    } else if (path.endsWith('.css')) sizes.styles += content.length;
    else if (path.endsWith('.map')) sizes.maps += content.length;
    else sizes.others += content.length;
  }
  return [
    `${files.size} files`,
    `JavaScript ${formatKilobytes(sizes.scripts)} (${formatKilobytes(sizes.compressed)} compressed)`,
    ...(sizes.styles > 0 ? [`styles ${formatKilobytes(sizes.styles)}`] : []),
    ...(sizes.others > 0 ? [`other files ${formatKilobytes(sizes.others)}`] : []),
    ...(sizes.maps > 0 ? [`source maps ${formatKilobytes(sizes.maps)}, which visitors do not load`] : []),
  ].join(', ');
}
