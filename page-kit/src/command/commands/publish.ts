import { sealBuild } from '@atrium/releases/sealing';
import type { ReleaseStore } from '@atrium/releases/stores';
import { publishRelease } from '../../publishing/publish-release.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { commitSubject, forceOption, remarkOptions, whoOf, whyOf } from '../inputs/remarks.ts';
import { buildOptions, buildToRelease, describeSizes, missingChecks } from '../inputs/release-build.ts';
import { folderOption, type RemoteBuild } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';
import { checkBuild } from './check.ts';

/** `atrium publish` */
export const publishCommand: Command = {
  name: 'publish',
  summary: 'makes the build in this folder the live release of its remote',
  operands: [],
  options: [folderOption, ...buildOptions, ...storeOptions, ...remarkOptions, forceOption, { name: 'dry-run', help: 'test the build and ask the gate, without changing anything' }],
  notes: [
    'Build first, or pass --build. A release is named after its content, so publishing the same build again changes nothing.',
    '--why defaults to the subject of the current commit.',
    'The code runs once before it goes live (in jsdom, on this machine, with your permissions).',
  ],
  run: async (context) => {
    const store = openStore(context);
    const build = await buildToRelease(context, store);
    return context.call.has('dry-run') ? dryRun(context, build) : publish(context, store, build);
  },
};

async function dryRun(context: CommandContext, build: RemoteBuild): Promise<CommandResult> {
  const { text, ...unpassed } = await missingChecks(context, build.folder, await sealBuild(build.output));
  const result = await checkBuild(context, build);
  return { ...result, json: { ...result.json, dryRun: true, ...unpassed }, text: [...result.text, ...text, 'Nothing was changed (--dry-run).'] };
}

async function publish(context: CommandContext, store: ReleaseStore, { folder, output: buildFolder, description }: RemoteBuild): Promise<CommandResult> {
  const { call, output } = context;
  const who = await whoOf(call, folder);
  const why = await whyOf(call, () => commitSubject(folder, `publish of ${description.name}`));
  output.step('Sealing the build');
  const sealed = await sealBuild(buildFolder);
  const { text, ...unpassed } = await missingChecks(context, folder, sealed);
  const onStep = (step: string): void => output.step(step);
  const { registry, entry, stored, smokeTest } = await publishRelease(store, { sealed, folder, who, why, force: call.has('force'), onStep });
  const { name, release } = sealed.manifest;
  const json = { name, release, changed: entry !== null, replaced: entry?.replaced ?? null, revision: registry.revision, stored, smokeTest, ...unpassed, entry };
  if (entry === null) return { json, text: [`${name} ${release} is already live; nothing changed.`] };
  return {
    json,
    text: [
      `${name} ${release} is live${entry.replaced === null ? '' : `; it replaced ${entry.replaced}`}.`,
      `  ${describeSizes(sealed)}`,
      `  revision ${registry.revision}; ${entry.who}: ${entry.why}`,
      ...entry.overridden.map((reason) => `  forced: ${reason}`),
      ...smokeTest.problems.map((problem) => `  smoke-test: ${problem}`),
      ...text,
    ],
  };
}
