import { sealBuild } from '@atrium/releases/sealing';
import { proposalOf, smokeTestOf } from '../../publishing/publish-release.ts';
import { requireSharedMajors } from '../build/installed-versions.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { formatFindings } from '../framework/format.ts';
import { folderOption, readBuild, type RemoteBuild } from '../inputs/remote.ts';
import { openStore, storeOptions } from '../inputs/store.ts';

/** `atrium check` */
export const checkCommand: Command = {
  name: 'check',
  summary: 'reports whether the build in this folder could go live, without changing anything',
  operands: [],
  options: [folderOption, ...storeOptions],
  notes: ['For a shell or the auth remote, it names every page module that would break, and why.', 'Exit code 1: the build could not go live.'],
  run: async (context) => {
    const build = await readBuild(context);
    requireSharedMajors(build.folder);
    return checkBuild(context, build);
  },
};

/** Asks the gate about a build, without storing or moving anything. */
export async function checkBuild(context: CommandContext, { folder, output: buildFolder }: RemoteBuild): Promise<CommandResult> {
  const { output } = context;
  const store = openStore(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(buildFolder);
  const smokeTest = await smokeTestOf(store, sealed, folder, (step) => output.step(step));
  output.step('Asking the gate');
  const { allowed, findings } = await store.check(proposalOf(sealed, smokeTest));
  const { name, release } = sealed.manifest;
  return {
    ok: allowed,
    json: { name, release, allowed, findings, smokeTest },
    text: [
      allowed ? `${name} ${release} may go live.` : `${name} ${release} may not go live:`,
      ...formatFindings(findings),
      ...(smokeTest.passed ? smokeTest.problems.map((problem) => `  smoke-test: ${problem}`) : []),
    ],
  };
}
