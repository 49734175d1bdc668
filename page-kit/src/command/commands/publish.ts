import { sealBuild } from '@atrium/releases/seal';
import { findBuild, folderOption, type BuildPlace } from '../given/build-place.ts';
import { commitSubject, forceOption, remarkOptions, whoOf, whyOf } from '../given/remarks.ts';
import { openStore, storeOptions } from '../given/store-choice.ts';
import type { Command, CommandContext, CommandResult } from '../line/command-definition.ts';
import { askGate } from '../publishing/ask-gate.ts';
import { publishRelease } from '../publishing/publish-release.ts';
import { kilobytes } from '../report/table.ts';

/** `atrium publish` */
export const publishCommand: Command = {
  name: 'publish',
  summary: 'makes the build in this folder the live release of its remote',
  operands: [],
  options: [
    folderOption,
    ...storeOptions,
    ...remarkOptions,
    forceOption,
    { name: 'dry-run', help: 'try it and ask the gate, and change nothing' },
  ],
  notes: [
    'Build first. The release is named by its content: the same build again changes nothing.',
    '--why is the subject of the current commit where it is left out.',
    'The code is run once before it goes live (in jsdom, on this machine, with your rights).',
  ],
  run: async (context) => {
    const build = await findBuild(context);
    return context.call.has('dry-run') ? dryRun(context, build) : publish(context, build);
  },
};

async function dryRun(context: CommandContext, build: BuildPlace): Promise<CommandResult> {
  const result = await askGate(context, build);
  return { ...result, json: { ...result.json, dryRun: true }, text: [...result.text, 'Nothing was changed (--dry-run).'] };
}

async function publish(context: CommandContext, { folder, output: built, description }: BuildPlace): Promise<CommandResult> {
  const { call, output } = context;
  const who = await whoOf(call, folder);
  const why = await whyOf(call, () => commitSubject(folder, `publish of ${description.name}`));
  const store = openStore(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(built);
  const onStep = (step: string): void => output.step(step);
  const { registry, entry, stored, smokeTest } = await publishRelease(store, { sealed, folder, who, why, force: call.has('force'), onStep });
  const { name, release } = sealed.manifest;
  const json = { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: registry.revision, stored, smokeTest, entry };
  if (entry === null) return { json, text: [`${name} ${release} is live already; nothing changed.`] };
  const sizes = Object.values(sealed.manifest.files).map(({ bytes }) => bytes);
  return {
    json,
    text: [
      `${name} ${release} is live${entry.replaced === null ? '' : `; it replaced ${entry.replaced}`}.`,
      `  ${sizes.length} files, ${kilobytes(sizes.reduce((sum, bytes) => sum + bytes, 0))}; revision ${registry.revision}; ${entry.who}: ${entry.why}`,
      ...entry.overridden.map((reason) => `  forced over: ${reason}`),
      ...smokeTest.problems.map((problem) => `  smoke-test: ${problem}`),
    ],
  };
}
