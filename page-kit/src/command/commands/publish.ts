import { sealBuild } from '@atrium/releases/sealing';
import { formatKilobytes } from '../../kilobytes.ts';
import { publishRelease } from '../../publishing/publish-release.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { commitSubject, forceOption, remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { folderOption, readBuild, type RemoteBuild } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';
import { checkBuild } from './check.ts';

/** `atrium publish` */
export const publishCommand: Command = {
  name: 'publish',
  summary: 'makes the build in this folder the live release of its remote',
  operands: [],
  options: [folderOption, ...storeOptions, ...remarkOptions, forceOption, { name: 'dry-run', help: 'test the build and ask the gate, without changing anything' }],
  notes: [
    'Build first. A release is named after its content, so publishing the same build again changes nothing.',
    '--why defaults to the subject of the current commit.',
    'The code runs once before it goes live (in jsdom, on this machine, with your permissions).',
  ],
  run: async (context) => {
    const build = await readBuild(context);
    return context.call.has('dry-run') ? dryRun(context, build) : publish(context, build);
  },
};

async function dryRun(context: CommandContext, build: RemoteBuild): Promise<CommandResult> {
  const result = await checkBuild(context, build);
  return { ...result, json: { ...result.json, dryRun: true }, text: [...result.text, 'Nothing was changed (--dry-run).'] };
}

async function publish(context: CommandContext, { folder, output: buildFolder, description }: RemoteBuild): Promise<CommandResult> {
  const { call, output } = context;
  const who = await whoOf(call, folder);
  const why = await whyOf(call, () => commitSubject(folder, `publish of ${description.name}`));
  const store = openStore(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(buildFolder);
  const onStep = (step: string): void => output.step(step);
  const { registry, entry, stored, smokeTest } = await publishRelease(store, { sealed, folder, who, why, force: call.has('force'), onStep });
  const { name, release } = sealed.manifest;
  const json = { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: registry.revision, stored, smokeTest, entry };
  if (entry === null) return { json, text: [`${name} ${release} is already live; nothing changed.`] };
  const sizes = Object.values(sealed.manifest.files).map(({ bytes }) => bytes);
  return {
    json,
    text: [
      `${name} ${release} is live${entry.replaced === null ? '' : `; it replaced ${entry.replaced}`}.`,
      `  ${sizes.length} files, ${formatKilobytes(sizes.reduce((sum, bytes) => sum + bytes, 0))}; revision ${registry.revision}; ${entry.who}: ${entry.why}`,
      ...entry.overridden.map((reason) => `  forced: ${reason}`),
      ...smokeTest.problems.map((problem) => `  smoke-test: ${problem}`),
    ],
  };
}
