import { sealBuild } from '@atrium/releases/seal';
import type { BuildPlace } from '../given/build-place.ts';
import { openStore } from '../given/store-choice.ts';
import type { CommandContext, CommandResult } from '../line/command-definition.ts';
import { findingLines } from '../report/findings-text.ts';
import { proposalOf, smokeTestOf } from './publish-release.ts';

/** Asks the gate about the build of a folder, and says what it answers. Nothing is stored or moved. */
export async function askGate(context: CommandContext, { folder, output: built }: BuildPlace): Promise<CommandResult> {
  const { output } = context;
  const store = openStore(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(built);
  const smokeTest = await smokeTestOf(store, sealed, folder, (step) => output.step(step));
  output.step('Asking the gate');
  const { allowed, findings } = await store.check(proposalOf(sealed, smokeTest));
  const { name, release } = sealed.manifest;
  return {
    ok: allowed,
    json: { name, release, allowed, findings, smokeTest },
    text: [
      allowed ? `${name} ${release} may go live.` : `${name} ${release} may not go live:`,
      ...findingLines(findings),
      ...(smokeTest.passed ? smokeTest.problems.map((problem) => `  smoke-test: ${problem}`) : []),
    ],
  };
}
