import { currentRegistry } from '@atrium/releases/stores';
import { sealBuild } from '@atrium/releases/sealing';
import { CommandError, UsageError } from '../../errors.ts';
import { movePointer } from '../../publishing/move-pointer.ts';
import { publishRelease } from '../../publishing/publish-release.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { commitSubject, forceOption, remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { buildOptions, buildToRelease, missingChecks } from '../inputs/release-build.ts';
import { folderOption, readBuildIfAny, remoteIn } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium canary` */
export const canaryCommand: Command = {
  name: 'canary',
  summary: 'gives a release to some of the visitors first, gives it to more of them, or ends the canary',
  operands: ['[NAME]'],
  options: [
    folderOption,
    ...buildOptions,
    { name: 'percent', value: 'N', help: 'percentage of visitors that get it, from 1 to 100; 0 ends the canary' },
    { name: 'release', value: 'RELEASE', help: 'a stored release (default: the build in this folder, otherwise the current canary)' },
    ...storeOptions,
    ...remarkOptions,
    forceOption,
  ],
  notes: [
    'In a folder with a build, the command tests, checks and stores that build like atrium publish, and makes it the canary.',
    'A higher percentage adds visitors and removes none. atrium promote makes the canary live for everyone.',
  ],
  run: async (context) => {
    const { call } = context;
    const percent = call.number('percent', { least: 0, most: 100 });
    if (percent === undefined) throw new UsageError('Pass the percentage of visitors with --percent, from 0 to 100.');
    const build = await readBuildIfAny(context);
    const name = call.operands[0] ?? build?.description.name;
    if (call.has('build') && (percent === 0 || call.text('release') !== undefined)) throw new UsageError('--build makes the build in the folder the canary. Omit --release, and pass a percentage above 0.');
    if (call.has('build')) return fromBuild(context, percent);
    if (name === undefined) throw new UsageError('Pass the name of the remote, or run the command in a folder with its build.');
    const usesBuild = percent > 0 && call.text('release') === undefined && build?.description.name === name;
    return usesBuild ? fromBuild(context, percent) : fromStore(context, name, percent);
  },
};

async function fromBuild(context: CommandContext, percent: number): Promise<CommandResult> {
  const { call, output } = context;
  const store = openStore(context);
  const { folder, output: buildFolder, description } = await buildToRelease(context, store);
  const [wanted = description.name] = call.operands;
  if (wanted !== description.name) throw new UsageError(`The build in ${folder} is ${description.name}, not ${wanted}. Omit the name, or change to the folder of ${wanted}.`);
  const who = await whoOf(call, folder);
  const why = await whyOf(call, () => commitSubject(folder, `canary of ${description.name}`));
  output.step('Sealing the build');
  const sealed = await sealBuild(buildFolder);
  const { name, release } = sealed.manifest;
  // Before the smoke test and before anything is stored.
  refuseLive(name, release, remoteIn(await currentRegistry(store), name).live);
  const { text, ...unpassed } = await missingChecks(context, folder, sealed);
  const onStep = (step: string): void => output.step(step);
  const { registry, entry } = await publishRelease(store, { sealed, folder, percent, who, why, force: call.has('force'), onStep });
  const result = resultOf(name, release, percent, { revision: registry.revision, entry });
  return { ...result, json: { ...result.json, ...unpassed }, text: [...result.text, ...(entry === null ? [] : text)] };
}

async function fromStore(context: CommandContext, name: string, percent: number): Promise<CommandResult> {
  const { call, cwd } = context;
  const who = await whoOf(call, cwd);
  const why = await whyOf(call);
  const store = openStore(context);
  const registry = await currentRegistry(store);
  const remote = remoteIn(registry, name);
  const release = call.text('release') ?? remote.canary?.release;
  if (release === undefined) throw new CommandError('no-canary', `${name} has no canary. Pass a stored release with --release, or run the command in the folder of its build.`);
  refuseLive(name, release, remote.live);
  const moved = await movePointer(store, { action: 'canary', name, release, percent, who, why, force: call.has('force') }, registry);
  return resultOf(name, release, percent, { revision: moved.registry.revision, entry: moved.entry });
}

function refuseLive(name: string, release: string, live: string | null): void {
  if (release === live) throw new CommandError('is-live', `${name} ${release} is already live for everyone.`);
}

function resultOf(name: string, release: string, percent: number, { revision, entry }: { revision: number; entry: { overridden: readonly string[] } | null }): CommandResult {
  const state = percent === 0 ? `${name} ${release} is no longer a canary` : `${name} ${release} is the canary for ${percent} % of the visitors`;
  return {
    json: { name, release, percent, changed: entry !== null, revision, entry },
    text: [`${state}${entry === null ? '; nothing changed' : ''}.`, ...(entry?.overridden ?? []).map((reason) => `  forced: ${reason}`)],
  };
}
