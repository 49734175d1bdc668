import { sealBuild } from '@atrium/releases/seal';
import { folderOption, lookForBuild, type BuildPlace } from '../given/build-place.ts';
import { commitSubject, forceOption, remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command, CommandContext, CommandResult } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { currentRegistry, namedRemote } from '../publishing/current-registry.ts';
import { movePointer } from '../publishing/move-pointer.ts';
import { publishRelease } from '../publishing/publish-release.ts';
import { CommandError } from '../report/command-error.ts';

/** `atrium canary` */
export const canaryCommand: Command = {
  name: 'canary',
  summary: 'gives a release to a part of the visitors first, to more of them, or to none again',
  operands: ['[NAME]'],
  options: [
    folderOption,
    { name: 'percent', value: 'N', help: 'part of the visitors that get it, from 1 to 100; 0 ends the canary' },
    { name: 'release', value: 'RELEASE', help: 'a stored release (the build in this folder, else the canary that there is)' },
    ...storeOptions,
    ...remarkOptions,
    forceOption,
  ],
  notes: [
    'In a folder with a build, the command tests, checks and stores that build like atrium publish, and makes it the canary.',
    'A higher percentage adds visitors and takes none out. atrium promote makes it live for all.',
  ],
  run: async (context) => {
    const { call } = context;
    const percent = call.number('percent', { least: 0, most: 100 });
    if (percent === undefined) throw new UsageError('Which part of the visitors? Give --percent a number from 0 to 100.');
    const build = await lookForBuild(context);
    const name = call.operands[0] ?? build?.description.name;
    if (name === undefined) throw new UsageError('Which remote? Name it, or run the command in a folder with its build.');
    const isOfBuild = percent > 0 && call.text('release') === undefined && build?.description.name === name;
    return isOfBuild ? fromBuild(context, build, percent) : fromStore(context, name, percent);
  },
};

async function fromBuild(context: CommandContext, { folder, output: built, description }: BuildPlace, percent: number): Promise<CommandResult> {
  const { call, output } = context;
  const who = await whoOf(call, folder);
  const why = await whyOf(call, () => commitSubject(folder, `canary of ${description.name}`));
  const store = openStore(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(built);
  const { name, release } = sealed.manifest;
  // Before the smoke test and before anything is stored.
  refuseLive(name, release, namedRemote(await currentRegistry(store), name).live);
  const onStep = (step: string): void => output.step(step);
  const { registry, entry } = await publishRelease(store, { sealed, folder, percent, who, why, force: call.has('force'), onStep });
  return said(name, release, percent, { revision: registry.revision, entry });
}

async function fromStore(context: CommandContext, name: string, percent: number): Promise<CommandResult> {
  const { call, cwd } = context;
  const who = await whoOf(call, cwd);
  const why = await whyOf(call, () => 'no reason given');
  const store = openStore(context);
  const registry = await currentRegistry(store);
  const remote = namedRemote(registry, name);
  const release = call.text('release') ?? remote.canary?.release;
  if (release === undefined) throw new CommandError('no-canary', `${name} has no canary. Name a stored release with --release, or run this in the folder of its build.`);
  refuseLive(name, release, remote.live);
  const moved = await movePointer(store, { action: 'canary', name, release, percent, who, why, force: call.has('force') }, registry);
  return said(name, release, percent, { revision: moved.registry.revision, entry: moved.entry });
}

function refuseLive(name: string, release: string, live: string | null): void {
  if (release === live) throw new CommandError('is-live', `${name} ${release} is live: everybody has it already.`);
}

function said(name: string, release: string, percent: number, { revision, entry }: { revision: number; entry: { overridden: readonly string[] } | null }): CommandResult {
  const state = percent === 0 ? `${name} ${release} is no canary any more` : `${name} ${release} is the canary for ${percent} % of the visitors`;
  return {
    json: { name, release, percent, changed: entry !== null, revision, entry },
    text: [`${state}${entry === null ? '; nothing changed' : ''}.`, ...(entry?.overridden ?? []).map((reason) => `  forced over: ${reason}`)],
  };
}
